// @ts-check
// <mechanism-player>: readers step through a mechanism at their own pace; without it the page is whole too.
// A step is the classes `s0 t3`, to which the figure's stylesheet answers; only its tokens run.
if (!customElements.get("mechanism-player")) {
  /** @type {MechanismPlayer | null} one at a time */
  let playing = null;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const read = (element, property) => +getComputedStyle(element).getPropertyValue(property);
  const clamp = (value = 0, low = 0, high = 0) => Math.max(low, Math.min(high, value || 0));

  class MechanismPlayer extends HTMLElement {
    /** @type {any} */ ui = {};
    /** @type {any[]} */ scenarios = [];
    /** @type {any} */ now = {}; // the scenario shown
    step = 0;
    at = 0; // ms, when it last started or stopped
    since = 0; // when it started, while it plays
    timer = 0;
    seen = 0; // share of the stage
    auto = true; // until somebody acts
    scale = 1;

    static {
      const each = (does) => () => document.querySelectorAll("mechanism-player").forEach(does);
      addEventListener("hashchange", each((player) => player.#follow()));
      document.addEventListener("visibilitychange", each((player) => player.#glance()));
      calm.addEventListener("change", each((player) => player.pause()));
    }

    connectedCallback() {
      try {
        this.#start();
      } catch (error) {
        this.disconnectedCallback();
        reportError(error);
      }
    }

    disconnectedCallback() {
      this.#halt();
      this.#collapse();
      this.ui.sight?.disconnect();
      for (const part of this.querySelectorAll("[data-part]")) part.remove();
      this.onanimationstart = null;
      this.removeAttribute("data-ready");
    }

    play() {
      if (this.since) return;
      if (playing) playing.#stop();
      playing = this;
      if (this.at >= this.now.end) this.at = 0;
      this.since = performance.now();
      this.#say("");
      this.#show(this.#stepAt(this.at), "run");
      this.#emit("play");
      if (this.since) this.#tick();
    }

    pause() {
      this.auto = false;
      this.#stop();
    }

    go(step = 0) {
      step = clamp(Math.trunc(step), 0, this.now.last);
      this.auto = false;
      this.#stand(step, this.now.landings[step], "hold");
    }

    seek(time = 0) {
      time = clamp(time, 0, this.now.end);
      this.auto = false;
      this.#stand(this.#stepAt(time), time);
    }

    use(id = "", step = 0) {
      const { slider, scenario } = this.ui;
      this.now = this.scenarios.find((each) => each.id === id) ?? this.now;
      scenario.value = this.now.id;
      slider.max = this.now.end;
      this.go(step);
    }

    get speed() {
      return Number(this.getAttribute("speed")) || 1;
    }

    get time() {
      return Math.min(this.now.end, this.at + (this.since && (performance.now() - this.since) * this.speed));
    }

    get #words() {
      return [...this.now.items[this.step].querySelectorAll(".mechanism-step > p")].map((each) => each.textContent);
    }

    get #waits() {
      return this.getAttribute("pace") === "reader";
    }

    #stepAt(time = 0) {
      const { ends, last } = this.now;
      return Math.min(last, ends.filter((end) => end <= time).length);
    }

    #halt(at = this.time) {
      this.at = at;
      this.since = 0;
      clearTimeout(this.timer);
      if (playing === this) playing = null;
    }

    #stand(step = this.step, at = this.time, state = "run") {
      const { since } = this;
      this.#halt(at);
      this.#show(step, state);
      if (since) this.#emit("pause");
    }

    #stop() {
      clearTimeout(this.timer); // a loop may rest
      if (this.since) this.#stand();
    }

    #emit(name) {
      const detail = { scenario: this.now.id, step: this.step, time: this.time, duration: this.now.end };
      this.dispatchEvent(new CustomEvent(`mechanism-${name}`, { bubbles: true, detail }));
    }

    #say(text = this.#words.join(". ")) {
      this.ui.status.textContent = text.replace(".", ":");
    }

    /** State: `hold` (tokens landed) or `run` (where the time says). */
    #show(step = this.step, state = this.dataset.ready) {
      const { figure, stage, play, previous, next, pace, link, track, slider } = this.ui;
      const { id, index, items, ends, end, last } = this.now;
      const { className } = this;
      const shown = `s${index} t${step}`;
      const isNew = this.dataset.ready && className !== shown;
      this.step = step;
      this.className = shown;
      this.dataset.ready = state;
      figure.dataset.scenario = id;
      for (const item of this.querySelectorAll("[aria-current]")) item.ariaCurrent = null;
      items[step].ariaCurrent = "step";
      play.title = play.dataset[(play.value = this.since ? "pause" : this.at < end ? "play" : "replay")];
      previous.ariaDisabled = !step;
      next.ariaDisabled = step === last;
      pace.ariaPressed = this.#waits;
      link.value = "";
      slider.setAttribute("aria-valuetext", this.#words.slice(0, 2).join(": "));
      track.querySelectorAll("i").forEach((segment, index) => {
        segment.hidden = index >= last;
        segment.style.flexGrow = ends[index + 1] - ends[index];
        segment.className = index + 1 === step ? "now" : "";
      });
      if (state === "run") stage.getAnimations({ subtree: true }).forEach(this.#drive);
      if (step) this.#reveal();
      this.#paint();
      if (isNew) this.#emit("step");
    }

    #drive = (animation) => {
      const { target } = animation.effect;
      const runs = this.since && read(target, `--${target.classList[1]}o`);
      animation.currentTime = Math.min(this.time, this.now.ends[this.step] - 1);
      animation.playbackRate = this.speed;
      animation[runs ? "play" : "pause"]();
    };

    /** To what is active. */
    #reveal() {
      const { stage } = this.ui;
      const view = stage.closest(".mechanism-view") ?? stage;
      const room = view.getBoundingClientRect();
      for (const node of stage.querySelectorAll(".node")) {
        const { left, right, top, bottom, width } = node.getBoundingClientRect();
        if (width && read(node, "--a"))
          view.scrollBy(clamp(0, right - room.right, left - room.left), clamp(0, bottom - room.bottom, top - room.top));
      }
    }

    #paint() {
      const { track, slider } = this.ui;
      const { step, time } = this;
      const [begin = 0, end] = this.now.ends.slice(step - 1);
      slider.value = time;
      track.querySelector(".now")?.style.setProperty("--part", (time - begin) / (end - begin));
    }

    #tick = () => {
      const { time, step } = this;
      const { ends, end } = this.now;
      const next = this.#stepAt(time);
      if (time >= end) {
        const loops = this.hasAttribute("loop");
        this.auto &&= loops;
        this.#stand();
        this.#emit("end");
        // As the stylesheet's.
        if (loops) this.timer = setTimeout(() => playing || this.play(), 2000);
      } else if (next > step && this.#waits) {
        this.#stand(step, ends[step]);
        if (!this.auto) this.#say();
        this.auto = false;
      } else {
        if (next > step) this.#show(next, "run");
        else this.#paint();
        if (this.since) this.timer = setTimeout(this.#tick, clamp((ends[next] - time) / this.speed, 4, 125));
      }
    };

    /** What starts and stops by itself. */
    #glance() {
      const may = this.auto && !playing && !calm.matches && this.getAttribute("autoplay") !== "false";
      if (document.hidden || !this.seen) this.#stop();
      else if (may && this.seen >= 0.5) this.play();
    }

    #does = {
      previous: () => this.step && this.go(this.step - 1),
      play: () => (this.since ? this.pause() : this.play()),
      next: () => {
        const { ends, last } = this.now;
        if (this.step === last) return;
        if (!this.#waits || calm.matches) return this.go(this.step + 1);
        this.#halt(ends[this.step]);
        this.play();
      },
      slider: () => this.seek(+this.ui.slider.value),
      scenario: () => this.use(this.ui.scenario.value),
      speed: () => {
        this.at = this.time;
        this.since &&= performance.now();
        this.setAttribute("speed", this.ui.speed.value);
        this.#show();
      },
      pace: () => {
        this.setAttribute("pace", this.#waits ? "auto" : "reader");
        this.#show();
      },
      link: () => {
        const { status, link } = this.ui;
        const { href } = this.#address(this.now.items[this.step]);
        this.pause();
        history.replaceState(history.state, "", href);
        // If refused: see the address.
        navigator.clipboard?.writeText(href).then(() => this.#say(status.dataset[(link.value = "copied")]), () => {});
      },
      expand: () => this.#expand(),
      smaller: () => this.#zoom(0.8),
      larger: () => this.#zoom(1.25),
    };

    /** For the reader: what then stands is said. */
    #act(action) {
      const { at, className } = this;
      this.auto = false;
      action();
      if (!this.since && (this.at !== at || this.className !== className)) this.#say();
    }

    #start() {
      const { auto } = this;
      /** @type {any} */
      const lists = this.querySelectorAll("ol.mechanism-steps");
      this.scenarios = [...lists].map((list, index) => {
        return { index, items: [...list.children], ...JSON.parse(list.dataset.times) };
      });
      this.#build();
      this.use(this.ui.figure.dataset.scenario, +(this.className.split(" t")[1] ?? 0));
      this.auto = auto;
      this.#follow();
    }

    #build() {
      /** @type {any} */
      const ui = { figure: this.parentElement, stage: this.querySelector(".mechanism-stage") };
      this.ui = ui;
      const parts = /** @type {any} */ (this.querySelector("template")).content.cloneNode(true);
      for (const part of parts.querySelectorAll("[data-part]")) ui[part.dataset.part] = part;
      for (const [name, action] of Object.entries(this.#does))
        ui[name].addEventListener(ui[name].localName === "button" ? "click" : "input", () => this.#act(action));
      ui.speed.value = this.speed;
      ui.more.popoverTargetElement = ui.menu;
      this.onkeydown = this.#key;
      ui.dialog.onclose = () => this.#collapse();
      this.querySelector(".mechanism-control")?.append(ui.bar);
      this.append(ui.status, ui.dialog);
      // Another layout, or after paper.
      this.onanimationstart = ({ target }) => /** @type {Element} */ (target).getAnimations().forEach(this.#drive);
      ui.sight = new IntersectionObserver((entries) => {
        this.seen = entries[entries.length - 1].intersectionRatio;
        this.#glance();
      }, { threshold: [0, 0.5] });
      ui.sight.observe(ui.stage);
    }

    #key = (event) => {
      const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event;
      const { previous, next, play } = this.#does;
      const isSlider = target === this.ui.slider;
      if (this.ui.content) {
        event.stopPropagation();
        if (/^[-+=]$/.test(key) && !ctrlKey) this.#zoom(key === "-" ? 0.8 : 1.25);
      }
      const [back, ahead] = target.matches(":dir(rtl)") ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
      const action = {
        [back]: isSlider && shiftKey ? () => this.seek(this.time - 250) : previous,
        [ahead]: isSlider && shiftKey ? () => this.seek(this.time + 250) : next,
        PageUp: previous,
        PageDown: next,
        Home: () => this.go(1),
        End: () => this.go(this.now.last),
        " ": isSlider && play,
      }[key] || (+key > 0 && +key <= this.now.last && (() => this.go(+key)));
      const scrolls = key.length > 1 && target.matches("[tabindex]");
      if (!action || altKey || ctrlKey || metaKey || scrolls || target.localName === "select") return;
      event.preventDefault();
      event.stopPropagation();
      this.#act(action);
    };

    #address({ id }) {
      return new URL(`#${id}`, location.href);
    }

    #follow() {
      for (const { id, items } of this.scenarios) {
        const item = items.find((each) => this.#address(each).hash === location.hash);
        if (!item) continue;
        this.use(id, items.indexOf(item));
        // Browsers scroll once more when loaded. 56 px: a theme's header.
        const above = item.getBoundingClientRect().top - this.getBoundingClientRect().top;
        item.style.scrollMarginTop = `${above + 56}px`;
        item.scrollIntoView();
      }
    }

    /** Into the dialog. */
    #expand() {
      const { stage, view, dialog } = this.ui;
      const content = (this.ui.content = [...this.children].slice(0, -1));
      this.style.height = `${this.getBoundingClientRect().height}px`;
      dialog.append(...content);
      view.append(stage);
      dialog.showModal();
      this.#zoom(0);
      this.#reveal();
    }

    #zoom(factor) {
      const { view } = this.ui;
      const { scrollWidth, scrollHeight } = view;
      this.scale = clamp(this.scale * factor, 1, 8);
      view.style.setProperty("--zoom", this.scale);
      view.scrollBy((view.scrollWidth - scrollWidth) / 2, (view.scrollHeight - scrollHeight) / 2);
    }

    #collapse() {
      const { content, expand, more } = this.ui;
      if (!content) return;
      this.ui.content = null;
      this.prepend(...content);
      this.style.height = "";
      (expand.offsetParent ? expand : more).focus({ preventScroll: true });
    }
  }

  customElements.define("mechanism-player", MechanismPlayer);
}
