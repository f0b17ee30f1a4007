// @ts-check
/**
 * <mechanism-player>: the reader steps through a mechanism at their own pace.
 *
 * The page is whole without this file. It adds no animation: a step is shown by the class `s0 t3`, to which the
 * figure's stylesheet answers, and only the tokens of the step that plays run. `data-ready` is set last and taken off
 * on disconnect or error; without it the figure is the one without scripts.
 *
 *   attributes  autoplay="visible|false"  loop  pace="auto|reader"  speed="1"
 *   methods     play()  pause()  go(step)  seek(ms)  use(scenario)
 *   events      mechanism-step, -play, -pause, -end; detail: {scenario, step, time, duration}
 */

{
/** @type {MechanismPlayer | null} The one that plays: two at a time are one too many to read. */
let playing = null;
const SPEEDS = [0.5, 1, 1.5, 2];
const TICK = 100; // ms between two paintings of the controls
const ICONS = {
  play: "M8 5v14l11-7z", pause: "M6 5h4v14H6zm8 0h4v14h-4z", replay: "M12 5V1L7 6l5 5V7a6 6 0 1 1-6 6H4a8 8 0 1 0 8-8z",
  previous: "M6 6h2v12H6zm3.5 6 8.5 6V6z", next: "M16 6h2v12h-2zM6 18l8.5-6L6 6z", more: "M5 10h4v4H5zm5 0h4v4h-4zm5 0h4v4h-4z",
  pace: "M4 5l9 7-9 7zm11 0h2v14h-2zm4 0h2v14h-2z", expand: "M4 4h7v2H6v5H4zm9 14h5v-5h2v7h-7z",
  link: "M4 12a4 4 0 0 1 4-4h3v2H8a2 2 0 0 0 0 4h3v2H8a4 4 0 0 1-4-4zm5-1h6v2H9zm4-3h3a4 4 0 0 1 0 8h-3v-2h3a2 2 0 0 0 0-4h-3z",
  larger: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z", smaller: "M5 11h14v2H5z", close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
};

/** @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {keyof ICONS} name */
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS(svg.namespaceURI, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

class MechanismPlayer extends HTMLElement {
  /** @type {AbortController} */ #life = new AbortController();
  /** @type {Record<string, any>} The controls by name. */ #ui = {};
  /** @type {{id: string, list: HTMLElement, items: HTMLElement[], ends: number[], landings: number[]}[]} */ #scenarios = [];
  #scenario = 0;
  #step = 0;
  #time = 0; // ms since the scenario began, when it last stopped or started
  #since = 0; // when it started to play; 0 while it stands
  #timer = 0;
  #speed = 1;
  #touched = false; // the reader has acted: nothing starts by itself any more
  #resumes = false; // it was autoplaying when it went out of sight
  #waits = false; // stopped by the reader's pace: Next plays the next step

  connectedCallback() {
    try {
      this.#start();
    } catch (error) {
      this.disconnectedCallback();
      reportError(error);
    }
  }

  disconnectedCallback() {
    this.#stop();
    this.#ui.dialog?.close();
    this.#life.abort();
    this.#ui.bar?.remove();
    this.#ui.status?.remove();
    this.removeAttribute("data-ready");
  }

  play() {
    const { ends } = this.#now;
    if (this.#since) return;
    if (playing && playing !== this) playing.pause();
    playing = this;
    const { time } = this;
    if (time >= ends[ends.length - 1]) this.#time = 0;
    this.#since = performance.now();
    this.#waits = false;
    this.#ui.status.textContent = "";
    this.#show(this.#stepAt(this.#time), "run");
    this.#emit("play");
    this.#tick();
  }

  pause() {
    if (!this.#since) return;
    this.#stop();
    this.#show(this.#step, "run");
    this.#emit("pause");
  }

  /** Show a step, standing; 0 is Start. @param {number} step */
  go(step) {
    const { items, landings } = this.#now;
    this.#stop();
    this.#step = Math.max(0, Math.min(items.length - 1, Math.round(step) || 0));
    this.#time = this.#step ? landings[this.#step - 1] : 0;
    this.#show(this.#step, "hold");
    this.#emit("step");
  }

  /** Show a moment, standing. @param {number} time ms */
  seek(time) {
    const { ends } = this.#now;
    this.#stop();
    this.#time = Math.max(0, Math.min(ends[ends.length - 1], time));
    this.#show(this.#stepAt(this.#time), "run");
  }

  /** Show another scenario, at Start. @param {string} scenario its id */
  use(scenario) {
    const index = this.#scenarios.findIndex(({ id }) => id === scenario);
    if (index < 0) return;
    this.#scenario = index;
    this.#fillTrack();
    this.go(0);
  }

  /** @returns {number} ms */
  get time() {
    const run = this.#since ? (performance.now() - this.#since) * this.#speed : 0;
    const { ends } = this.#now;
    return Math.min(ends[ends.length - 1], this.#time + run);
  }

  get #now() {
    return this.#scenarios[this.#scenario];
  }

  get #last() {
    return this.#now.items.length - 1;
  }

  /** @param {number} time ms */
  #stepAt(time) {
    return Math.min(this.#last, this.#now.ends.filter((end) => end <= time).length + 1);
  }

  #stop() {
    this.#time = this.#scenarios.length ? this.time : 0;
    this.#since = 0;
    clearTimeout(this.#timer);
    if (playing === this) playing = null;
  }

  /** @param {string} name */
  #emit(name) {
    const { id, ends } = this.#now;
    const detail = { scenario: id, step: this.#step, time: this.time, duration: ends[ends.length - 1] };
    this.dispatchEvent(new CustomEvent(`mechanism-${name}`, { bubbles: true, detail }));
  }

  /** Show a step; in state `run` its tokens stand where the time says. @param {number} step @param {string} state */
  #show(step, state) {
    const { items } = this.#now;
    const changed = this.#step !== step;
    this.#step = step;
    this.className = `s${this.#scenario} t${step}`;
    this.dataset.ready = state;
    for (const { list } of this.#scenarios) list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    items[step].setAttribute("aria-current", "step");
    this.#moveTokens();
    this.#reveal();
    this.#paint();
    if (changed && state === "run") this.#emit("step");
  }

  #moveTokens() {
    if (this.dataset.ready !== "run") return;
    const { time } = this;
    for (const svg of this.querySelectorAll(".mechanism-stage > svg")) {
      if (!svg.getClientRects().length) continue;
      for (const animation of svg.getAnimations({ subtree: true })) {
        const token = /** @type {KeyframeEffect} */ (animation.effect).target;
        const edge = token && [...token.classList].find((name) => /^e\d+$/.test(name));
        animation.currentTime = Math.min(time, this.#now.ends[this.#last - 1] - 1);
        animation.playbackRate = this.#speed;
        const moves = edge && getComputedStyle(token).getPropertyValue(`--${edge}o`).trim() === "1";
        if (this.#since && moves) animation.play();
        else animation.pause();
      }
    }
  }

  /** Bring the active nodes into view, inside the stage only. */
  #reveal() {
    const { stage } = this.#ui;
    if (!stage.classList.contains("mechanism-scroll") || stage.scrollWidth <= stage.clientWidth) return;
    const lit = [...stage.querySelectorAll(".node, .edge")].filter((each) => getComputedStyle(each).getPropertyValue("--a").trim() === "1");
    if (!lit.length) return;
    const boxes = lit.map((each) => each.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const view = stage.getBoundingClientRect();
    if (left < view.left || right > view.right) stage.scrollLeft += (left + right - view.left - view.right) / 2;
  }

  #tick = () => {
    const { ends } = this.#now;
    const { time } = this;
    const step = this.#stepAt(time);
    if (time >= ends[ends.length - 1]) return this.#end();
    if (step !== this.#step) {
      if (this.getAttribute("pace") === "reader") return this.#wait();
      this.#show(step, "run");
    } else this.#paint();
    this.#timer = setTimeout(this.#tick, Math.max(4, Math.min(TICK, (ends[step - 1] - time) / this.#speed)));
  };

  #end() {
    this.#stop();
    this.#show(this.#step, "run");
    this.#emit("end");
    // The loop rests as long as the stylesheet's does.
    if (this.hasAttribute("loop")) this.#timer = setTimeout(() => this.play(), 2000);
  }

  #wait() {
    this.#stop();
    this.#time = this.#now.ends[this.#step - 1];
    this.#waits = true;
    this.#show(this.#step, "hold");
    this.#emit("pause");
  }

  /** The reader acts. @param {() => void} action */
  #act(action) {
    this.#touched = true;
    this.#resumes = false;
    action();
    if (!this.#since) this.#say();
  }

  #say() {
    const item = this.#now.items[this.#step];
    const [count, title, text] = [".mechanism-count", ".mechanism-title", ".mechanism-title + p"].map((each) => item.querySelector(each)?.textContent ?? "");
    this.#ui.status.textContent = count ? `${count}: ${title}. ${text}` : title;
  }

  #toggle = () => (this.#since ? this.pause() : this.play());
  #previous = () => this.go(this.#step - 1);
  #next = () => {
    if (!this.#waits) return this.go(this.#step + 1);
    if (this.#step < this.#last) this.play();
  };

  #start() {
    this.#life = new AbortController();
    this.#scenarios = [...this.querySelectorAll("ol.mechanism-steps")].map((element) => {
      const list = /** @type {HTMLElement} */ (element);
      const items = /** @type {HTMLElement[]} */ ([...list.children]);
      const numbers = (/** @type {string} */ key) => (list.dataset[key] ?? "").split(" ").map(Number);
      const id = items[0].id.slice((this.parentElement?.id.length ?? -1) + 1, -2);
      return { id, list, items, ends: numbers("ends"), landings: numbers("landings") };
    });
    const chosen = /s(\d+)(?: t(\d+))?/.exec(this.className);
    this.#scenario = Number(chosen?.[1] ?? 0);
    this.#speed = Number(this.getAttribute("speed")) || 1;
    this.#build();
    this.#listen();
    this.go(Number(chosen?.[2] ?? 0));
    this.#follow();
  }

  #build() {
    const words = (this.dataset.words ?? "").split("|");
    const names = ["play", "pause", "replay", "previous", "next", "position", "speed", "scenario", "pace", "link", "copied", "expand", "close", "larger", "smaller", "more", "playback"];
    const word = Object.fromEntries(names.map((name, index) => [name, words[index] ?? name]));
    const language = { lang: this.dataset.wordsLang ?? "", dir: this.dataset.wordsDir ?? "" };
    const own = Object.fromEntries(Object.entries(language).filter(([, value]) => value));
    const ui = (this.#ui = /** @type {Record<string, any>} */ ({ word, own }));
    ui.stage = this.querySelector(".mechanism-stage");
    for (const name of /** @type {(keyof ICONS)[]} */ (["previous", "play", "next", "pace", "link", "expand", "more"]))
      ui[name] = make("button", { type: "button", class: `mechanism-${name}-button`, ...own }, icon(name), make("span", {}, word[name]));
    ui.slider = make("input", { type: "range", min: "0", step: "1", "aria-label": word.position });
    ui.segments = make("div", { class: "mechanism-segments", "aria-hidden": "true" });
    ui.speed = make("select", { "aria-label": word.speed }, ...SPEEDS.map((speed) => make("option", { value: `${speed}` }, `${speed}×`)));
    ui.choice = make("select", { "aria-label": word.scenario }, ...this.#scenarios.map(({ id, list }) => make("option", { value: id }, list.previousElementSibling?.querySelector("b")?.textContent ?? id)));
    ui.panel = make("div", { class: "mechanism-more" }, ...(this.#scenarios.length > 1 ? [ui.choice] : []), ui.speed, ui.pace, ui.link, ui.expand);
    const track = make("div", { class: "mechanism-track" }, ui.segments, ui.slider);
    ui.bar = make("div", { class: "mechanism-bar", role: "group", "aria-label": word.playback }, ui.previous, ui.play, ui.next, track, ui.panel, ui.more);
    ui.status = make("p", { class: "mechanism-status", role: "status" });
    ui.speed.value = `${this.#speed}`;
    ui.more.setAttribute("aria-expanded", "false");
    this.querySelector(".mechanism-control")?.append(ui.bar);
    this.append(ui.status);
    this.#fillTrack();
  }

  #fillTrack() {
    const { ends } = this.#now;
    const { segments, slider } = this.#ui;
    slider.max = `${ends[ends.length - 1]}`;
    segments.replaceChildren(...ends.map(() => make("i")));
    ends.forEach((end, index) => segments.children[index].style.setProperty("flex-grow", `${end - (ends[index - 1] ?? 0)}`));
  }

  #paint() {
    const { play, previous, next, pace, slider, segments, choice, word } = this.#ui;
    const { ends, items, id } = this.#now;
    const { time } = this;
    const state = this.#since ? "pause" : time >= ends[ends.length - 1] ? "replay" : "play";
    if (play.dataset.state !== state) {
      play.dataset.state = state;
      play.replaceChildren(icon(state), make("span", {}, word[state]));
    }
    previous.setAttribute("aria-disabled", `${this.#step === 0}`);
    next.setAttribute("aria-disabled", `${this.#step === this.#last}`);
    pace.setAttribute("aria-pressed", `${this.getAttribute("pace") === "reader"}`);
    choice.value = id;
    slider.value = `${time}`;
    const spoken = [".mechanism-count", ".mechanism-title"].map((each) => items[this.#step].querySelector(each)?.textContent).filter(Boolean);
    slider.setAttribute("aria-valuetext", spoken.join(": "));
    ends.forEach((end, index) => {
      const begin = ends[index - 1] ?? 0;
      const segment = segments.children[index];
      segment.classList.toggle("now", index === this.#step - 1);
      segment.style.setProperty("--part", `${Math.max(0, Math.min(1, (time - begin) / (end - begin)))}`);
    });
  }

  #listen() {
    const ui = this.#ui;
    const { signal } = this.#life;
    /** @param {EventTarget} target @param {string} type @param {(event: any) => void} handler */
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(ui.play, "click", () => this.#act(this.#toggle));
    on(ui.previous, "click", () => this.#act(this.#previous));
    on(ui.next, "click", () => this.#act(this.#next));
    on(ui.slider, "input", () => this.#act(() => this.seek(Number(ui.slider.value))));
    on(ui.choice, "change", () => this.#act(() => this.use(ui.choice.value)));
    on(ui.speed, "change", () => {
      this.#time = this.time;
      this.#speed = Number(ui.speed.value);
      if (this.#since) this.#since = performance.now();
      this.#moveTokens();
    });
    on(ui.pace, "click", () => {
      this.setAttribute("pace", this.getAttribute("pace") === "reader" ? "auto" : "reader");
      this.#paint();
    });
    on(ui.link, "click", () => this.#copyLink());
    on(ui.expand, "click", () => this.#expand());
    on(ui.more, "click", () => ui.more.setAttribute("aria-expanded", `${ui.more.getAttribute("aria-expanded") !== "true"}`));
    on(this, "keydown", (event) => this.#key(event));
    on(window, "hashchange", () => this.#follow());
    on(window, "pageshow", () => this.#paint());
    on(document, "visibilitychange", () => this.#see(!document.hidden));
    const motion = matchMedia("(prefers-reduced-motion: reduce)");
    on(motion, "change", () => motion.matches && this.pause());
    const seen = new IntersectionObserver(([entry]) => this.#see(entry.intersectionRatio >= 0.5, entry.isIntersecting), { threshold: [0, 0.5] });
    seen.observe(ui.stage);
    const sized = new ResizeObserver(() => this.#moveTokens());
    sized.observe(ui.stage);
    signal.addEventListener("abort", () => (seen.disconnect(), sized.disconnect()));
  }

  /** @param {boolean} seen @param {boolean} [partly] */
  #see(seen, partly = seen) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || this.getAttribute("autoplay") === "false";
    if (seen && !document.hidden && !this.#touched && !still && !playing && (this.#resumes || this.#time === 0)) {
      this.#resumes = true;
      this.play();
    } else if (!partly && this.#since) this.pause();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || !target.closest(".mechanism-bar, .mechanism-stage") || target.closest("dialog, select")) return;
    const isSlider = target === this.#ui.slider;
    const back = getComputedStyle(this).direction === "rtl" ? 1 : -1;
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.go(this.#step + back), ArrowRight: () => this.go(this.#step - back),
      PageUp: this.#previous, PageDown: this.#next, Home: () => this.go(1), End: () => this.go(this.#last), " ": this.#toggle,
    });
    if (event.shiftKey && isSlider && event.key.startsWith("Arrow")) {
      const sign = event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 1;
      keys[event.key] = () => this.seek(this.time + 250 * sign);
    }
    const action = /^[1-9]$/.test(event.key) ? () => this.go(Number(event.key)) : keys[event.key];
    if (event.key === "Escape") this.#ui.more.setAttribute("aria-expanded", "false");
    if (!action || (event.key === " " && target.closest("button"))) return;
    event.preventDefault();
    event.stopPropagation();
    this.#act(action);
  }

  /** Show the step that the address names. */
  #follow() {
    const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const index = this.#scenarios.findIndex(({ items }) => items.some((each) => each === item));
    if (index < 0 || !item) return;
    this.#touched = true;
    this.use(this.#scenarios[index].id);
    this.go(this.#scenarios[index].items.indexOf(item));
    this.parentElement?.scrollIntoView();
  }

  async #copyLink() {
    const { status, word } = this.#ui;
    const url = new URL(location.href);
    url.hash = this.#now.items[this.#step].id;
    history.replaceState(history.state, "", url);
    await navigator.clipboard?.writeText(url.href).then(() => (status.textContent = word.copied), () => {});
  }

  #expand() {
    const ui = this.#ui;
    const { word, own, stage } = ui;
    const room = make("div");
    room.style.setProperty("height", `${stage.offsetHeight}px`);
    const buttons = /** @type {(keyof ICONS)[]} */ (["smaller", "larger", "close"]).map((name) => make("button", { type: "button", "aria-label": word[name], ...own }, icon(name)));
    const view = make("div", { class: "mechanism-view", tabindex: "0", role: "group", "aria-label": word.expand });
    const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "mechanism-dialog", "aria-label": word.expand }, make("div", {}, ...buttons), view));
    const drawing = /** @type {SVGSVGElement} */ (stage.querySelector(".mechanism-wide"));
    let zoom = 0;
    const scale = (/** @type {number} */ factor) => {
      zoom = Math.max(0.25, Math.min(8, zoom * factor));
      drawing.style.setProperty("width", `${zoom * drawing.viewBox.baseVal.width}px`);
    };
    stage.replaceWith(room);
    view.append(stage);
    this.append(dialog);
    ui.dialog = dialog;
    dialog.showModal();
    zoom = Math.min(view.clientWidth / drawing.viewBox.baseVal.width, view.clientHeight / drawing.viewBox.baseVal.height);
    scale(1);
    buttons.forEach((button, index) => button.addEventListener("click", [() => scale(0.8), () => scale(1.25), () => dialog.close()][index]));
    dialog.addEventListener("keydown", (event) => {
      const factor = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
      if (factor) scale(factor);
    });
    view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      scale(event.deltaY < 0 ? 1.1 : 0.9);
    });
    let apart = 0;
    view.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const [a, b] = event.touches;
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart) scale(distance / apart);
      apart = distance;
    });
    view.addEventListener("touchend", () => (apart = 0));
    dialog.addEventListener("close", () => {
      drawing.style.removeProperty("width");
      room.replaceWith(stage);
      dialog.remove();
      delete ui.dialog;
      this.#moveTokens();
      ui.expand.focus();
    });
    this.#moveTokens();
  }
}

if (!customElements.get("mechanism-player")) customElements.define("mechanism-player", MechanismPlayer);
}
