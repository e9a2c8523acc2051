// @ts-check
import { one } from "./dom.js";

/**
 * Hand a text, or a file that is there already, to the reader.
 * @param {string} name
 * @param {string | Blob} content
 */
export function download(name, content) {
  const file = content instanceof Blob ? content : new Blob([content], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this task; a minute is ample and frees the memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * What a file holds. Unlike `arrayBuffer()`, which in Firefox never settles where the file was removed.
 * @param {Blob} file
 * @returns {Promise<ArrayBuffer>}
 */
export function contentOf(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(/** @type {ArrayBuffer} */ (reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsArrayBuffer(file);
  });
}

/**
 * Copy a link; where the browser does not allow it, show it selected.
 * @param {string} link
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyLink(link) {
  const field = one("#link", HTMLInputElement);
  field.value = link;
  try {
    await navigator.clipboard.writeText(link);
    field.hidden = true;
    return true;
  } catch {
    field.hidden = false;
    field.focus();
    field.select();
    return false;
  }
}
