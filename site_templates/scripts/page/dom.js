// @ts-check
import { compressedBytes, gunzip } from "../driver/decode.js";
import { download } from "../driver/download.js";

/**
 * The one element that a selector names. The build made the page, so a missing element is a defect of it.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function one(selector, kind, root = document) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} at ${selector}`);
}

/**
 * The JSON that a script element of the page holds.
 * @param {string} id
 */
export function pageJson(id) {
  return JSON.parse(one(`#${id}`, HTMLScriptElement).textContent ?? "");
}

/**
 * JSON that is read only when it is asked for: in the element, where it may be packed, or in the file that the element
 * names in the hosted form.
 * @param {string} id
 * @returns {Promise<any>}
 */
export async function loadJson(id) {
  const element = one(`#${id}`, HTMLScriptElement);
  const { src, packed } = element.dataset;
  if (packed !== undefined && (src === undefined || typeof DecompressionStream === "function")) {
    return parse(await gunzip(compressedBytes(element.textContent ?? "")));
  }
  return src === undefined ? pageJson(id) : parse([new Uint8Array(await download(src))]);
}

/** @param {Uint8Array<ArrayBuffer>[]} pieces of a text in UTF-8 */
function parse(pieces) {
  const decoder = new TextDecoder();
  return JSON.parse(pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode());
}
