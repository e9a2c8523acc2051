// @ts-check
/** @import { Markup } from "../view/html.js" */

/**
 * The two places where a text becomes more than a text: markup that this page's own functions have rendered becomes
 * elements, and the script that the page carries becomes a worker.
 *
 * A host may demand that each such text is vouched for by a policy (`require-trusted-types-for 'script'`). This is the
 * page's, by the name of "replay"; where a host allows other names only, the browser refuses both.
 *
 * @typedef {{createHTML: (text: string) => string, createScriptURL: (text: string) => string}} Policy
 * @typedef {{createPolicy: (name: string, policy: Policy) => Policy}} PolicyFactory
 */

const policy = makePolicy();

/** @returns {Policy | undefined} */
function makePolicy() {
  const { trustedTypes } = /** @type {{trustedTypes?: PolicyFactory}} */ (globalThis);
  const asItIs = (/** @type {string} */ text) => text;
  try {
    return trustedTypes?.createPolicy("replay", { createHTML: asItIs, createScriptURL: asItIs });
  } catch {
    // Without a policy each use is refused, and told where it is tried.
    return undefined;
  }
}

/**
 * Markup as elements.
 *
 * Throws a TypeError where the host forbids it.
 * @param {Markup} markup
 * @returns {DocumentFragment}
 */
export function elements(markup) {
  const template = document.createElement("template");
  template.innerHTML = policy ? policy.createHTML(markup.text) : markup.text;
  return template.content;
}

/**
 * The address of a script that the page itself has made, as a worker may be started from it.
 * @param {string} address
 */
export function ownScript(address) {
  return policy ? policy.createScriptURL(address) : address;
}
