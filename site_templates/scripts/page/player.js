// @ts-check
/** @import { Clock } from "../core/clock.js" */
/** @import { Labels, Run } from "../types.js" */
import { atSpeed, pause, play, position, seek, stoppedClock } from "../core/clock.js";
import { endOf, eventName, happened, momentText, nextTime, previousTime } from "../core/moment.js";
import { one } from "./dom.js";

/**
 * Playback: the buttons, the slider, and what of the page has happened at the moment.
 *
 * Elements with `data-event="n"` belong to the n-th event: later ones are marked `is-later`, the latest `is-now`.
 */
export class Player {
  /** @type {Clock} */
  #clock;
  /** @type {Run} */
  #run;
  #shown = -1;
  #pending = 0;

  /**
   * @param {Run} run
   * @param {Labels} labels
   * @param {{onSettled: () => void, say: (text: string) => void}} hooks `onSettled` when a moment is reached on purpose
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
    this.#movePlayhead(time);
    this.readout.value = this.#words(time, count);
    this.button.textContent = this.playing ? this.labels.player.pause : this.labels.player.play;
    document.documentElement.classList.toggle("is-playing-run", this.playing);
    // While it plays, the slider's value keeps still for assistive technology; the status line speaks instead.
    if (!this.playing) this.slider.setAttribute("aria-valuetext", momentText(time, this.#run, this.labels));
    if (count !== this.#shown) this.#mark(count);
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
   * Between two steps' columns, as far as the time is between their events.
   * @param {number} time
   */
  #movePlayhead(time) {
    const { events, steps } = this.#run;
    const share = time / (events[steps.length - 1]?.t ?? this.#end);
    // On the one panel that heeds it: set on the whole document, it would have every element's style worked out anew.
    this.tapes.style.setProperty("--head", String(Math.min(1, share)));
  }

  /** @param {number} count */
  #mark(count) {
    const stepped = count === this.#shown + 1 && this.playing;
    this.#shown = count;
    for (const element of document.querySelectorAll("[data-event]")) {
      const number = Number(element.getAttribute("data-event"));
      element.classList.toggle("is-later", number > count);
      element.classList.toggle("is-now", number === count);
    }
    if (stepped && count) this.hooks.say(this.#announcement(count));
  }

  /** @param {number} count */
  #announcement(count) {
    const event = this.#run.events[count - 1];
    return `${eventName(event, this.#run, this.labels)}: ${event.text}`;
  }

  /**
   * @param {number} time
   * @param {number} count
   */
  #words(time, count) {
    const { seconds, of } = this.labels.player;
    const moment = `${Math.floor(time)} ${seconds} ${of} ${this.#end}`;
    return count ? `${moment} · ${eventName(this.#run.events[count - 1], this.#run, this.labels)}` : moment;
  }
}
