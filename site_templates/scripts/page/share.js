// @ts-check
/** @import { Labels } from "../types.js" */
import { one } from "./dom.js";

/**
 * The snippets for documentation: an iframe with only the experiment, and a Markdown link.
 * @param {Labels} labels
 * @param {() => string} link the address of the set-up and moment shown
 * @returns {() => void} to be called when that is another: snippets that are open follow
 */
export function offerSnippets(labels, link) {
  const details = one("#share", HTMLDetailsElement);
  const fill = () => {
    if (!details.open) return;
    one("#share-iframe", HTMLTextAreaElement).value = iframe(link(), labels.share.frame_title);
    one("#share-markdown", HTMLTextAreaElement).value = `[${document.title}](${link()})`;
  };
  details.addEventListener("toggle", fill);
  return fill;
}

/**
 * @param {string} link
 * @param {string} title
 */
function iframe(link, title) {
  const address = new URL(link);
  address.search = "?embed";
  return `<iframe src="${address.href.replaceAll("&", "&amp;")}" title="${title}" width="100%" height="1400" loading="lazy"></iframe>`;
}

/**
 * With `?embed` in the address the page is the experiment alone and tells its parent its height.
 */
export function embed() {
  if (!new URLSearchParams(location.search).has("embed")) return;
  document.documentElement.classList.add("is-embedded");
  if (parent === window) return;
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    parent.postMessage({ type: "replay-height", height }, "*");
  }).observe(document.documentElement);
}
