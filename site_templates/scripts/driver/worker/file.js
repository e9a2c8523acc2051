// @ts-check
/** @import { Answer, ReaderFile } from "../messages.js" */
/** @import { Pyodide } from "./python.js" */
import { UNREAD } from "../messages.js";

/** So much of a file is read at once: only that much of it is ever in JavaScript's memory. */
const PIECE = 4 * 2 ** 20;

/**
 * Ask Python about a file of the reader's: read it into Python's memory, and take what Python makes of it piece by
 * piece into a blob, which the browser keeps outside of this process. Memory of WebAssembly never shrinks, and a long
 * text would be here once more, and on the page.
 * @param {Pyodide} pyodide
 * @param {(request: string, data: any, keep: (piece: any) => void) => string} answer
 * @param {string} request
 * @param {ReaderFile} file
 * @returns {Answer}
 */
export function answerAbout(pyodide, answer, request, file) {
  // A list, out of which the engine takes the content: held from here, it would stay until the answer.
  const handed = pyodide.runPython("lambda size: [bytearray(size)]")(sizeOf(file));
  try {
    const content = handed.get(0);
    try {
      fill(content, file);
    } finally {
      content.destroy();
    }
    /** @type {Blob[]} */
    const pieces = [];
    const text = answer(request, handed, (piece) => pieces.push(blobOf(piece)));
    return { text, file: new Blob(pieces, { type: "application/json" }) };
  } finally {
    handed.destroy();
  }
}

/**
 * @param {any} content a bytearray of Python's, of the file's size
 * @param {ReaderFile} file
 */
function fill(content, file) {
  const view = content.getBuffer("u8");
  try {
    for (let at = 0; at < sizeOf(file); at += PIECE) {
      const piece = file.slice(at, at + PIECE);
      view.data.set(piece instanceof Blob ? read(piece) : piece, at);
    }
  } finally {
    view.release();
  }
}

/** @param {ReaderFile} file */
function sizeOf(file) {
  return file instanceof Blob ? file.size : file.length;
}

/**
 * In Firefox `arrayBuffer()` of a file that was removed never settles, so the worker's own reader is used.
 * @param {Blob} piece
 */
function read(piece) {
  try {
    const reader = new /** @type {any} */ (globalThis).FileReaderSync();
    const bytes = new Uint8Array(reader.readAsArrayBuffer(piece));
    if (bytes.length === piece.size) return bytes;
  } catch {
    // Told below.
  }
  throw Object.assign(new Error("the file cannot be read"), { name: UNREAD });
}

/** @param {any} piece bytes of Python's */
function blobOf(piece) {
  const view = piece.getBuffer("u8");
  try {
    return new Blob([view.data]);
  } finally {
    view.release();
  }
}
