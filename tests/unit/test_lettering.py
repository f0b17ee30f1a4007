from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_mechanism.drawing.lettering import DETAIL, LABEL, NAME, NUMBER, Font, least_room, width, wrap

# Widths in px that Chromium gave for these texts (getComputedTextLength): Roboto, Inter, Noto Sans, Liberation Sans.
MEASURED = [
    (NAME, "Forward pass", 90.69, 98.91, 99.61, 97.53),
    (NAME, "Request text", 85.08, 93.19, 95.11, 90.03),
    (NAME, "Scheduler", 67.98, 75, 74.3, 72.53),
    (NAME, "GPU sampling", 95.62, 102.83, 104.77, 102.53),
    (NAME, "KV cache", 63.28, 69.7, 66.81, 67.55),
    (NAME, "Token IDs", 66.22, 71.75, 73.23, 70.58),
    (NAME, "Größe prüfen", 89.27, 97.52, 100.78, 95.02),
    (NAME, "Очередь запросов", 130.78, 141.3, 144.45, 138.66),
    (NAME, "Ουρά αιτημάτων", 113.97, 126.75, 127.62, 118.02),
    (NAME, "Đường dẫn tới", 94.97, 103.69, 109.53, 105.52),
    (NAME, "DNS resolver", 88.02, 95.28, 96.38, 94.22),
    (NAME, "paged_attention_kernel_v2", 180.48, 198.56, 201.33, 193.41),
    (DETAIL, "one forward pass per step", 145.05, 155.16, 153.62, 144.53),
    (DETAIL, "10.0.0.1:53 (UDP)", 98.03, 100.47, 100.03, 100.75),
    (DETAIL, "refs/heads/main → 3f2a9c", 150.84, 156.42, 154.44, 145.92),
    (DETAIL, "Žluťoučký kůň", 77.8, 82.88, 82.33, 78.34),
    (DETAIL, "≤ 4 MiB · 128 × 64", 98.8, 108.16, 102.45, 102.41),
    (LABEL, "Format and tokenize", 118.92, 126.61, 125.88, 118.52),
    (LABEL, "Reschedule unfinished request", 179.05, 192.02, 188.33, 178.52),
    (LABEL, "Append new K/V", 96.64, 104.23, 100.44, 96.86),
    (LABEL, "Sample from logits", 110.45, 115.89, 115.12, 107.66),
    (LABEL, "SELECT * FROM t WHERE id = 7", 182.62, 196.77, 186.64, 195.89),
    (LABEL, "Запрос к серверу", 106.66, 113.91, 109.67, 104.53),
    (LABEL, "“quoted” – text…", 96.56, 102.56, 99.36, 96.83),
    (NUMBER, "2, 6", 18.88, 20.61, 19.44, 19.19),
    (NUMBER, "1", 6.61, 5.64, 6.58, 6.41),
]
# The same in Noto's fonts for other scripts.
OTHER_SCRIPTS = [
    (LABEL, "إعادة جدولة الطلب غير المكتمل", 170.28),
    (LABEL, "إرسال الرمز إلى المجدول", 137.66),
    (LABEL, "שליחת הבקשה לשרת", 108.06),
    (LABEL, "अनुरोध भेजें", 56),
    (LABEL, "ส่งคำขอไปยังเซิร์ฟเวอร์", 118.66),
    (LABEL, "トークンを選択", 91.02),
    (LABEL, "发送请求", 52.02),
    (LABEL, "요청 보내기", 63.19),
    (LABEL, "⚠ stop 🚀 go", 72.23),
]


@pytest.mark.parametrize(("font", "text", "roboto", "inter", "noto", "liberation"), MEASURED)
def test_a_line_is_never_narrower_than_in_a_browser(
    font: Font, text: str, roboto: float, inter: float, noto: float, liberation: float
) -> None:
    assert width(text, font) >= 0.99 * max(roboto, inter, noto, liberation)


@pytest.mark.parametrize(("font", "text", "roboto", "inter", "noto", "liberation"), MEASURED)
def test_a_line_is_not_much_wider_than_in_roboto(
    font: Font, text: str, roboto: float, inter: float, noto: float, liberation: float
) -> None:
    assert width(text, font) <= 1.15 * roboto


@pytest.mark.parametrize(("font", "text", "noto"), OTHER_SCRIPTS)
def test_other_scripts_are_estimated_on_the_safe_side(font: Font, text: str, noto: float) -> None:
    assert 0.99 * noto <= width(text, font) <= 1.25 * noto


@pytest.mark.parametrize(
    ("text", "em"),
    [("日本語", 3), ("한국", 2), ("Ａ", 1), ("\u0301", 0), ("\u200b\u2060", 0), ("\U0001f680", 1.25), ("ა", 0.7)],
)
def test_what_was_not_measured_counts_by_its_kind(text: str, em: float) -> None:
    assert width(text, Font(10, 400)) == pytest.approx(10 * em)


def test_a_precomposed_letter_is_as_wide_as_its_base() -> None:
    assert width("ǎ", NAME) == width("a", NAME)


def test_a_weight_between_two_measured_ones_lies_between() -> None:
    assert width("Token", Font(13, 400)) < width("Token", LABEL) < width("Token", Font(13, 700))


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("Format and tokenize", 94, ["Format and", "tokenize"]),
        ("Add to queue", 94, ["Add to queue"]),
        ("Select GPU work", 94, ["Select", "GPU work"]),
        ("Sample from logits", 94, ["Sample", "from logits"]),
        ("Read cached K/V", 94, ["Read", "cached K/V"]),
        ("Append new K/V", 94, ["Append", "new K/V"]),
        ("Reschedule unfinished request", 94, ["Reschedule", "unfinished", "request"]),
    ],
)
def test_the_reference_document_wraps_as_set_by_hand(text: str, room: float, lines: list[str]) -> None:
    assert list(wrap(text, room, LABEL)) == lines


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("", 50, []),
        ("   ", 50, ["   "]),
        ("  two   words ", 500, ["two words"]),
        ("client-server", 60, ["client-", "server"]),
        ("TCP/IP stack", 60, ["TCP/IP", "stack"]),
        ("read/write", 50, ["read/", "write"]),
        ("no\u00a0break here", 62, ["no\u00a0break", "here"]),
        ("one\u200btwo", 30, ["one", "two"]),
        ("paged_attention_kernel", 70, ["paged_", "attention_", "kernel"]),
        ("blockTableEntry", 70, ["blockTable", "Entry"]),
        ("Send to the KV", 76, ["Send to", "the KV"]),
        ("文字列を分割する。", 66, ["文字列を", "分割する。"]),
        ("「日本」と「中国」", 66, ["「日本」と", "「中国」"]),
        ("再スケジュール", 80, ["再", "スケジュール"]),
        ("요청 보내기", 45, ["요청", "보내기"]),
    ],
)
def test_lines_break_where_a_reader_expects_it(text: str, room: float, lines: list[str]) -> None:
    assert list(wrap(text, room, LABEL)) == lines


def test_the_room_without_a_torn_word_is_told() -> None:
    assert least_room("Format and tokenize", LABEL) == pytest.approx(width("tokenize", LABEL))
    assert least_room("Query .", LABEL) == pytest.approx(width("Query .", LABEL))


texts = st.text(
    st.one_of(
        st.sampled_from("abcXYZ -/_.,éß语言・ー、。「」กำเ\u0301\u200d👩"),
        st.characters(exclude_categories=["Cs", "Cc"]),
    ),
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(texts, st.floats(30, 300))
def test_wrapping_loses_nothing_and_keeps_to_the_room(text: str, room: float) -> None:
    lines = wrap(text, room, DETAIL)
    kept = [c for c in text if not c.isspace() and c != "\u200b"]
    assert [c for line in lines for c in line if not c.isspace() and c != "\u200b"] == kept
    for line in lines:
        assert line
        assert not unicodedata.combining(line[0]) or line is lines[0]
        if width(line, DETAIL) > room + 1e-6:
            assert " " not in line


def test_wrapping_is_quick_for_the_longest_label() -> None:
    for character in "語w":
        assert len(wrap(character * 200, 94, LABEL)) == len(wrap(character * 200, 94, Font(13, 500))) > 20


def test_a_number_fits_its_disc() -> None:
    assert width("9", NUMBER) < 17 - 8


@pytest.mark.parametrize("text", ["\u200b", "\u2028", "  ", "\u200b \u2029"])
def test_text_that_shows_nothing_is_one_line(text: str) -> None:
    assert wrap(text, 80, LABEL) == (text,)
