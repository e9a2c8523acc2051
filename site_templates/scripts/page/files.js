// @ts-check
import { UNREAD } from "../driver/messages.js";
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
 * A report: its page with a check in it, as `engine/check/telling/html_report.py` fills it.
 * @param {string} template
 * @param {Blob} check the check's text
 */
export async function reportOf(template, check) {
  const [before, after] = template.split("{REPORT_DATA}");
  const text = new TextDecoder().decode(await contentOf(check));
  return new Blob([before, text.replaceAll("<", "\\u003c"), after], { type: "text/html" });
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
 * Whether a file can be read; a folder that was dropped cannot.
 * @param {File} file
 */
export async function isReadable(file) {
  try {
    await contentOf(file.slice(0, 1));
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an error says that the browser cannot read a file, wherever that was noticed.
 * @param {unknown} error
 */
export function isUnread(error) {
  const { name } = /** @type {{name?: string}} */ (Object(error));
  return name === "NotReadableError" || name === "NotFoundError" || name === UNREAD;
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
