// @ts-check

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
