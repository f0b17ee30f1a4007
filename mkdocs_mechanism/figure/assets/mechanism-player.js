// @ts-check
// <mechanism-player>: the reader steps through a mechanism at their own pace. The page is whole without this file.
// It adds no animation: a step is shown by the classes `s0 t3`, to which the figure's stylesheet answers, and only
// the tokens of the step that plays run. Attributes, methods and events: docs, "The player".
{
  /** @type {MechanismPlayer | null} Two that move at a time are one too many to read. */
  let playing = null;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {string} tag @param {Record<string, unknown>} values @param {(Node | string)[]} children @returns {any} */
  const make = (tag, values, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, `${value}`);
    element.append(...children);
    return element;
  };

  class MechanismPlayer extends HTMLElement {
    /** @type {any} */ ui = {};
    /** @type {{id: string, items: Element[], ends: number[], landings: number[], title: string}[]} */ scenarios = [];
    /** @type {any} */ now;
    index = 0;
    step = 0;
    at = 0; // ms since the scenario began, when it last started or stopped
    since = 0; // when it started to play; 0 while it stands
    speed = 1;
    timer = 0;
    auto = true; // nothing has been done by the reader yet
    waits = false; // the reader's pace: Next plays the next step

    connectedCallback() {
      try {
        this.#start();
      } catch (error) {
        this.disconnectedCallback();
        reportError(error);
      }
    }

    disconnectedCallback() {
      const { dialog, life, bar, status } = this.ui;
      this.#halt();
      dialog?.close();
      life?.abort();
      bar?.remove();
      status?.remove();
      this.removeAttribute("data-ready");
    }

    play() {
      if (this.since) return;
      playing?.pause();
      playing = this;
      if (this.at >= this.now.end) this.at = 0;
      this.since = performance.now();
      this.waits = false;
      this.ui.status.textContent = "";
      this.#show(this.#stepAt(this.at), "run");
      this.#emit("play");
      this.#tick();
    }

    pause() {
      if (!this.since) return;
      this.#halt();
      this.#show(this.step, "run");
      this.#emit("pause");
    }

    /** Show a step, standing. @param {number} step 0 is Start */
    go(step) {
      const { items, landings } = this.now;
      step = Math.max(0, Math.min(items.length - 1, step));
      this.#halt(landings[step - 1] ?? 0);
      this.#show(step, "hold");
    }

    /** Show a moment, standing. @param {number} time ms */
    seek(time) {
      this.#halt(Math.max(0, Math.min(this.now.end, time)));
      this.#show(this.#stepAt(this.at), "run");
    }

    /** Show another scenario, at Start. @param {string} id */
    use(id) {
      const { segments, slider, choice } = this.ui;
      this.index = Math.max(0, this.scenarios.findIndex((each) => each.id === id));
      this.now = this.scenarios[this.index];
      slider.max = this.now.end;
      choice.value = this.now.id;
      segments.replaceChildren(...this.now.ends.map(() => make("i", {})));
      this.go(0);
    }

    get time() {
      const run = this.since && (performance.now() - this.since) * this.speed;
      return Math.min(this.now?.end, this.at + run);
    }

    /** @param {number} time */
    #stepAt(time) {
      return Math.min(this.now.ends.length, this.now.ends.filter((/** @type {number} */ end) => end <= time).length + 1);
    }

    #halt(at = this.time) {
      this.at = at;
      this.since = 0;
      clearTimeout(this.timer);
      if (playing === this) playing = null;
    }

    /** @param {string} name */
    #emit(name) {
      const detail = { scenario: this.now.id, step: this.step, time: this.time, duration: this.now.end };
      this.dispatchEvent(new CustomEvent(`mechanism-${name}`, { bubbles: true, detail }));
    }

    /** @param {number} step @param {"run" | "hold"} state in `run` the tokens stand where the time says */
    #show(step, state) {
      const changed = this.step !== step || this.className !== `s${this.index} t${step}`;
      this.step = step;
      this.className = `s${this.index} t${step}`;
      this.dataset.ready = state;
      this.#moveTokens();
      this.#reveal();
      this.#paint();
      if (changed) this.#emit("step");
    }

    #moveTokens() {
      for (const svg of this.querySelectorAll(".mechanism-stage > svg")) {
        for (const animation of svg.getAnimations({ subtree: true })) {
          const { target } = /** @type {any} */ (animation.effect);
          const edge = /e\d+/.exec(target.classList)?.[0];
          animation.currentTime = Math.min(this.time, this.now.end - 1);
          animation.playbackRate = this.speed;
          // `--e2o` is 1 where the stylesheet lets edge 2 carry a token in this step.
          if (this.since && +getComputedStyle(target).getPropertyValue(`--${edge}o`)) animation.play();
          else animation.pause();
        }
      }
    }

    /** Bring what is active into view, inside a stage that scrolls. */
    #reveal() {
      const { stage } = this.ui;
      const view = stage.getBoundingClientRect();
      const lit = [...stage.querySelectorAll(".node")].filter((node) => +getComputedStyle(node).getPropertyValue("--a"));
      const boxes = lit.map((node) => node.getBoundingClientRect()).filter((box) => box.width);
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      if (left < view.left || right > view.right) stage.scrollLeft += (left + right - view.left - view.right) / 2;
    }

    #tick = () => {
      const { time } = this;
      const step = this.#stepAt(time);
      if (time >= this.now.end) {
        this.#halt();
        this.#paint();
        this.#emit("end");
        // As long as the stylesheet's own loop rests.
        if (this.hasAttribute("loop")) this.timer = setTimeout(() => this.play(), 2000);
      } else if (step > this.step && this.getAttribute("pace") === "reader") {
        this.#halt(this.now.ends[this.step - 1]);
        this.waits = true;
        this.#show(this.step, "hold");
        this.#emit("pause");
      } else {
        if (step !== this.step) this.#show(step, "run");
        else this.#paint();
        this.timer = setTimeout(this.#tick, Math.max(4, Math.min(100, (this.now.ends[step - 1] - time) / this.speed)));
      }
    };

    /** The words of a step: its place, title and sentence. */
    get #said() {
      return [...this.now.items[this.step].querySelectorAll(".mechanism-step > p")].map((each) => each.textContent);
    }

    /** The reader acts: nothing starts by itself any more, and what is shown is said. @param {() => void} action */
    #act(action) {
      this.auto = false;
      action();
      const [count, title, text] = this.#said;
      if (!this.since) this.ui.status.textContent = title ? `${count}: ${title}. ${text}` : count;
    }

    #toggle = () => (this.since ? this.pause() : this.play());
    #next = () => (this.waits ? this.play() : this.go(this.step + 1));

    #start() {
      const lists = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("ol.mechanism-steps"));
      this.scenarios = [...lists].map((list) => {
        const items = [...list.children];
        const [ends, landings] = [list.dataset.ends, list.dataset.landings].map((all) => (all ?? "").split(" ").map(Number));
        const title = list.previousElementSibling?.firstChild?.textContent ?? "";
        return { id: items[0].id.slice((this.parentElement?.id.length ?? 0) + 1, -2), items, ends, end: ends[ends.length - 1], landings, title };
      });
      const [, scenario, step] = /s(\d+)(?: t(\d+))?/.exec(this.className) ?? [];
      this.speed = Number(this.getAttribute("speed") ?? 1);
      this.#build();
      this.use(this.scenarios[+scenario].id);
      this.go(+(step ?? 0));
      this.#follow();
      this.#listen();
    }

    #build() {
      const word = JSON.parse(this.dataset.words ?? "{}");
      const ui = (this.ui = /** @type {any} */ ({ word, life: new AbortController(), stage: this.querySelector(".mechanism-stage") }));
      for (const name of ["previous", "play", "next", "pace", "link", "expand", "more"])
        ui[name] = make("button", { type: "button", class: `mechanism-${name}-button` }, make("span", {}, word[name]));
      ui.slider = make("input", { type: "range", "aria-label": word.position });
      ui.segments = make("div", { class: "mechanism-segments" });
      ui.rate = make("select", { "aria-label": word.speed }, ...[0.5, 1, 1.5, 2].map((speed) => make("option", { value: speed }, `${speed}×`)));
      ui.choice = make("select", { "aria-label": word.scenario }, ...this.scenarios.map(({ id, title }) => make("option", { value: id }, title)));
      ui.choice.hidden = this.scenarios.length < 2;
      const track = make("div", { class: "mechanism-track" }, ui.segments, ui.slider);
      const more = make("div", { class: "mechanism-more" }, ui.choice, ui.rate, ui.pace, ui.link, ui.expand);
      ui.bar = make("div", { class: "mechanism-bar", role: "group", "aria-label": word.playback, ...word.own }, ui.previous, ui.play, ui.next, track, more, ui.more);
      ui.status = make("p", { class: "mechanism-status", role: "status" });
      ui.rate.value = this.speed;
      this.querySelector(".mechanism-control")?.append(ui.bar);
      this.append(ui.status);
    }

    #paint() {
      const { play, previous, next, pace, more, slider, segments, word } = this.ui;
      const { ends, end, items } = this.now;
      const { time, step } = this;
      const state = this.since ? "pause" : time >= end ? "replay" : "play";
      if (play.dataset.state !== state) play.firstChild.textContent = word[(play.dataset.state = state)];
      previous.ariaDisabled = `${step === 0}`;
      next.ariaDisabled = `${step === ends.length}`;
      pace.ariaPressed = `${this.getAttribute("pace") === "reader"}`;
      more.ariaExpanded = `${"open" in more.dataset}`;
      slider.value = time;
      slider.setAttribute("aria-valuetext", this.#said.slice(0, 2).join(": "));
      items.forEach((/** @type {Element} */ item, /** @type {number} */ index) => (item.ariaCurrent = index === step ? "step" : null));
      ends.forEach((/** @type {number} */ until, /** @type {number} */ index) => {
        const begin = ends[index - 1] ?? 0;
        const segment = segments.children[index];
        segment.className = index === step - 1 ? "now" : "";
        segment.style.flexGrow = until - begin;
        segment.style.setProperty("--part", Math.max(0, Math.min(1, (time - begin) / (until - begin))));
      });
    }

    #listen() {
      const { ui } = this;
      const { signal } = ui.life;
      /** @param {EventTarget} target @param {string} type @param {(event: any) => void} handler */
      const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
      on(ui.play, "click", () => this.#act(this.#toggle));
      on(ui.previous, "click", () => this.#act(() => this.go(this.step - 1)));
      on(ui.next, "click", () => this.#act(this.#next));
      on(ui.slider, "input", () => this.#act(() => this.seek(+ui.slider.value)));
      on(ui.choice, "change", () => this.#act(() => this.use(ui.choice.value)));
      on(ui.rate, "change", () => {
        this.at = this.time;
        this.since &&= performance.now();
        this.speed = +ui.rate.value;
        this.#moveTokens();
      });
      on(ui.pace, "click", () => {
        this.setAttribute("pace", ui.pace.ariaPressed === "true" ? "auto" : "reader");
        this.#paint();
      });
      on(ui.more, "click", () => {
        ui.more.toggleAttribute("data-open");
        this.#paint();
      });
      on(ui.link, "click", () => this.#copyLink());
      on(ui.expand, "click", () => this.#expand());
      on(this, "keydown", (event) => this.#key(event));
      on(window, "hashchange", () => this.#follow());
      on(document, "visibilitychange", () => document.hidden && this.pause());
      on(calm, "change", () => calm.matches && this.pause());
      const seen = new IntersectionObserver(([{ intersectionRatio: ratio }]) => {
        if (ratio >= 0.5 && this.auto && !playing && !calm.matches && this.getAttribute("autoplay") !== "false" && this.at < this.now.end) this.play();
        else if (!ratio) this.pause();
      }, { threshold: [0, 0.5] });
      const sized = new ResizeObserver(() => this.#moveTokens());
      seen.observe(ui.stage);
      sized.observe(ui.stage);
      on(signal, "abort", () => (seen.disconnect(), sized.disconnect()));
    }

    /** @param {any} event */
    #key(event) {
      const { key, target, shiftKey } = event;
      const ahead = getComputedStyle(this).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      const arrow = /^Arrow(Left|Right)$/.test(key) && (key === ahead ? 1 : -1);
      if (event.altKey || event.ctrlKey || event.metaKey || !target.closest(".mechanism-bar, .mechanism-stage") || target.closest("select, dialog")) return;
      /** @type {(() => void) | false | undefined} */
      let action = arrow && (shiftKey && target === this.ui.slider ? () => this.seek(this.time + 250 * arrow) : () => this.go(this.step + arrow));
      if (/^[1-9]$/.test(key)) action = () => this.go(+key);
      action ||= { PageUp: () => this.go(this.step - 1), PageDown: this.#next, Home: () => this.go(1), End: () => this.go(this.now.ends.length), " ": target.closest("button") ? undefined : this.#toggle }[key];
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      this.#act(action);
    }

    /** Show the step that the address names. */
    #follow() {
      const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const found = item && this.scenarios.find(({ items }) => items.includes(item));
      if (!found) return;
      this.auto = false;
      this.use(found.id);
      this.go(found.items.indexOf(item));
      this.parentElement?.scrollIntoView();
    }

    async #copyLink() {
      const { status, word } = this.ui;
      const url = new URL(`#${this.now.items[this.step].id}`, location.href);
      history.replaceState(history.state, "", url);
      await navigator.clipboard.writeText(url.href);
      status.textContent = word.copied;
    }

    /** Show the wide drawing in a dialog of its own; browsers pan it by scrolling and zoom it by pinch. */
    #expand() {
      const { word, stage, expand } = this.ui;
      const room = make("div", {});
      const svg = stage.querySelector(".mechanism-wide");
      const { width, height } = svg.viewBox.baseVal;
      let zoom = Math.min((innerWidth * 0.94) / width, (innerHeight * 0.8) / height);
      const scale = (factor = 1) => (svg.style.width = `${(zoom = Math.max(0.2, Math.min(8, zoom * factor))) * width}px`);
      const button = (/** @type {string} */ name, /** @type {() => void} */ action) => {
        const made = make("button", { type: "button", class: `mechanism-${name}-button`, ...word.own }, make("span", {}, word[name]));
        made.onclick = action;
        return made;
      };
      const view = make("div", { class: "mechanism-view", tabindex: 0, role: "group", "aria-label": word.expand });
      const dialog = (this.ui.dialog = make("dialog", { class: "mechanism-dialog", "aria-label": word.expand },
        make("div", {}, button("smaller", () => scale(0.8)), button("larger", () => scale(1.25)), button("close", () => dialog.close())), view));
      dialog.onkeydown = (/** @type {KeyboardEvent} */ { key }) => /^[-+=]$/.test(key) && scale(key === "-" ? 0.8 : 1.25);
      dialog.onclose = () => {
        svg.style.width = "";
        room.replaceWith(stage);
        dialog.remove();
        this.#moveTokens();
        expand.focus();
      };
      room.style.height = `${stage.offsetHeight}px`;
      stage.replaceWith(room);
      view.append(stage);
      this.append(dialog);
      scale();
      dialog.showModal();
      this.#moveTokens();
    }
  }

  if (!customElements.get("mechanism-player")) customElements.define("mechanism-player", MechanismPlayer);
}
