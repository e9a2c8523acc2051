// @ts-check
/** @import { Clock } from "../core/clock.js" */
/** @import { Labels, Run } from "../types.js" */
import { atSpeed, pause, play, position, seek, stoppedClock } from "../core/clock.js";
import { endOf, eventName, happened, momentText, nextTime, previousTime } from "../core/moment.js";
import { one } from "./dom.js";
import { showWithin } from "./showing.js";

/**
 * Playback: the buttons, the slider, and what of the page has happened at the moment.
 *
 * Elements with `data-event="n"` belong to the n-th event: later ones are marked `is-later`, the latest `is-now`, the one
 * that comes next `is-next`. Elements with `data-seek="t"` lead to the moment t.
 */
export class Player {
  /** @type {Clock} */
  #clock;
  /** @type {Run} */
  #run;
  /** How many events have happened, as the page shows it. */
  #shown = -1;
  /** How many of them have been announced. */
  #told = 0;
  #pending = 0;

  /**
   * @param {Run} run
   * @param {Labels} labels
   * @param {{onSettled: () => void, onCount: (count: number, run: Run) => void, say: (text: () => string) => void}} hooks
   *   `onSettled` when a moment is reached on purpose, `onCount` when another number of events has happened
   */
  constructor(run, labels, hooks) {
    this.#run = run;
    this.labels = labels;
    this.hooks = hooks;
    this.button = one("#play", HTMLButtonElement);
    this.slider = one("#time", HTMLInputElement);
    this.speed = one("#speed", HTMLSelectElement);
    this.readout = one("#readout", HTMLOutputElement);
    this.tapes = one('[data-panel="tapes"]', HTMLElement);
    this.#clock = stoppedClock(Number(this.speed.value));
    this.#listen();
    this.show();
  }

  /** Inspection seconds now. */
  get time() {
    return position(this.#clock, performance.now(), this.#end);
  }

  get playing() {
    return this.#clock.since !== null;
  }

  get #end() {
    return endOf(this.#run.events);
  }

  /**
   * Take another run, paused at a moment.
   * @param {Run} run
   * @param {number} time
   */
  load(run, time) {
    this.#run = run;
    this.#shown = -1;
    this.slider.max = String(this.#end);
    this.#set(seek(this.#clock, time));
    this.#told = this.#shown;
  }

  /** Back to the start, paused. */
  rewind() {
    this.#set(seek(this.#clock, 0));
  }

  /** @param {number} time */
  seek(time) {
    this.#set(seek(this.#clock, Math.min(time, this.#end)));
    this.#settle();
  }

  next() {
    this.seek(nextTime(this.#run.events, this.time));
  }

  previous() {
    this.seek(previousTime(this.#run.events, this.time));
  }

  toggle() {
    const change = this.playing ? pause : play;
    this.#set(change(this.#clock, performance.now(), this.#end));
    if (this.playing) this.#await();
    else this.#settle();
  }

  pause() {
    if (this.playing) this.toggle();
  }

  /** Bring the page to the moment: what has happened, the slider, the words. */
  show() {
    const time = this.time;
    const count = happened(this.#run.events, time);
    this.slider.value = String(Math.floor(time));
    this.#movePlayhead(time, count);
    this.readout.value = this.#words(time);
    this.button.textContent = this.playing ? this.labels.player.pause : this.labels.player.play;
    document.documentElement.classList.toggle("is-playing-run", this.playing);
    // While it plays, the slider's value keeps still for assistive technology; the status line speaks instead.
    if (!this.playing) this.slider.setAttribute("aria-valuetext", momentText(time, this.#run, this.labels));
    if (count !== this.#shown) this.#count(count);
  }

  /** Mark what has happened, after a panel was filled anew. */
  mark() {
    for (const element of document.querySelectorAll("[data-event]")) {
      const number = Number(element.getAttribute("data-event"));
      element.classList.toggle("is-later", number > this.#shown);
      element.classList.toggle("is-now", number === this.#shown);
      element.classList.toggle("is-next", number === this.#shown + 1);
    }
  }

  #listen() {
    this.button.addEventListener("click", () => this.toggle());
    one("#next", HTMLButtonElement).addEventListener("click", () => this.next());
    one("#restart", HTMLButtonElement).addEventListener("click", () => this.seek(0));
    this.slider.addEventListener("input", () => this.#set(seek(this.#clock, Number(this.slider.value))));
    this.slider.addEventListener("change", () => this.#settle());
    this.speed.addEventListener("change", () => {
      this.#set(atSpeed(this.#clock, Number(this.speed.value), performance.now(), this.#end));
    });
    document.addEventListener("click", ({ target }) => {
      const mark = target instanceof Element && target.closest("[data-seek]");
      if (mark) this.seek(Number(mark.getAttribute("data-seek")));
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  /** @param {Clock} clock */
  #set(clock) {
    this.#clock = clock;
    this.show();
  }

  #frame() {
    if (!this.playing) return;
    // First what has come, the last event too, while it still plays: then it is announced like the others.
    this.show();
    if (this.time >= this.#end) this.toggle();
    else this.#await();
  }

  /** One frame is waited for at a time, however often it is asked for. */
  #await() {
    cancelAnimationFrame(this.#pending);
    this.#pending = requestAnimationFrame(() => this.#frame());
  }

  #settle() {
    this.show();
    this.hooks.onSettled();
  }

  /**
   * In the row that comes next, as far down as the time is between the two events.
   * @param {number} time
   * @param {number} count
   */
  #movePlayhead(time, count) {
    const { events } = this.#run;
    const [last, next] = [events[count - 1]?.t ?? 0, events[count]?.t ?? this.#end];
    const part = next > last ? (time - last) / (next - last) : 0;
    // On the one panel that heeds it: set on the whole document, it would have every element's style worked out anew.
    this.tapes.style.setProperty("--part", part.toFixed(3));
  }

  /** @param {number} count */
  #count(count) {
    const loaded = this.#shown >= 0;
    this.#shown = count;
    this.mark();
    this.#follow();
    this.hooks.onCount(count, this.#run);
    // Worked out when it is said: by then more may have happened.
    if (loaded && count) this.hooks.say(() => this.#announcement());
    else this.#told = count;
  }

  /** Where rows or marks scroll, what happens now is brought into view; at the start, the first. */
  #follow() {
    for (const [holder, each] of [[".tape", ".row"], [".marks", ".mark"]]) {
      const now = document.querySelector(`#experiment ${each}.is-now`) ?? document.querySelector(`#experiment ${each}`);
      if (now) showWithin(now, holder);
    }
  }

  /** The event that happened last; where others passed since the last one announced, how many. */
  #announcement() {
    const count = this.#shown;
    const passed = count - this.#told;
    this.#told = count;
    if (!count) return "";
    const event = this.#run.events[count - 1];
    const text = `${event.step ?? eventName(event, this.#run, this.labels)}: ${event.text}`;
    return passed > 1 ? `${this.labels.now.passed} ${passed - 1}. ${text}` : text;
  }

  /** @param {number} time */
  #words(time) {
    const { seconds, of } = this.labels.player;
    return `${Math.floor(time)} ${of} ${this.#end} ${seconds}`;
  }
}
