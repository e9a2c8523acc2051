// Imported first by image.mjs: makes Node the same on every run, since whatever Python
// reads of the clock or of chance while it starts ends up in the memory image.
process.env.TZ = "UTC";
const MOMENT = Date.UTC(2020, 0, 1);

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
const { crypto } = globalThis;
crypto.getRandomValues = (array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
  return array;
};
