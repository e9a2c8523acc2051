// @ts-check
/** @import { Markup } from "../view/html.js" */
import { elements } from "../core/trusted.js";

/**
 * Make an element's content what the markup says, touching only what differs.
 *
 * One change of input changes a few of a panel's hundreds of elements. Put in anew, all of them would be styled and laid
 * out again, and what the reader points at or has selected would be gone.
 * @param {Element} element
 * @param {Markup} markup
 */
export function renew(element, markup) {
  matchChildren(element, elements(markup));
}

/**
 * @param {Node} here
 * @param {Node} wanted its children may be moved from it
 */
function matchChildren(here, wanted) {
  const old = [...here.childNodes];
  const fresh = [...wanted.childNodes];
  fresh.forEach((node, index) => {
    if (index < old.length) match(old[index], node);
    else here.appendChild(node);
  });
  for (const node of old.slice(fresh.length)) here.removeChild(node);
}

/**
 * @param {ChildNode} here
 * @param {ChildNode} wanted
 */
function match(here, wanted) {
  if (here.nodeName !== wanted.nodeName) here.replaceWith(wanted);
  else if (here instanceof Element && wanted instanceof Element) {
    matchAttributes(here, wanted);
    matchChildren(here, wanted);
  } else if (here.nodeValue !== wanted.nodeValue) here.nodeValue = wanted.nodeValue;
}

/**
 * @param {Element} here
 * @param {Element} wanted
 */
function matchAttributes(here, wanted) {
  for (const { name, value } of wanted.attributes) {
    if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  }
  for (const name of here.getAttributeNames()) if (!wanted.hasAttribute(name)) here.removeAttribute(name);
}
