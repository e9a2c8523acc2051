// @ts-check
/** Markup as values: text is escaped unless it is markup already, so nothing that a session says becomes an element. */

const ESCAPES = /** @type {Record<string, string>} */ ({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
});

/** Text that is safe to put into a document as it stands. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/**
 * A template whose values are escaped; markup and lists of it are kept, null, undefined and false give nothing.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function html(strings, ...values) {
  const parts = values.map((value, index) => markupOf(value) + strings[index + 1]);
  return new Markup(strings[0] + parts.join(""));
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function markupOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character]);
}
