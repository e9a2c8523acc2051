// Imported first by image.mjs: makes Node the same on every run, since whatever Python
// reads of the clock, the place or chance while it starts ends up in the memory image.
import crypto from "node:crypto";

const MOMENT = Date.UTC(2020, 0, 1);

process.env.TZ = "UTC";
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length ? args : [MOMENT]));
  }
  static now() {
    return MOMENT;
  }
};
performance.now = () => 0;
Math.random = () => 0.5;
// Emscripten takes its randomness from one of these. The value does not matter: Python
// draws again after a restore.
globalThis.crypto.getRandomValues = fillEvenly;
crypto.randomFillSync = fillEvenly;

function fillEvenly(array) {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
  return array;
}
