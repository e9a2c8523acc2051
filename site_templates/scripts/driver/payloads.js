// @ts-check
/** @import { PayloadContent } from "./messages.js" */
import { download } from "./download.js";

/**
 * The payloads that the page carries, each as soon as the parser has passed it.
 *
 * They stand last in the body and are several megabytes long. Waiting for the whole
 * document would leave the worker idle meanwhile; so each is taken when something
 * follows it, or when the document is complete.
 *
 * @param {Document} [page]
 * @returns {(name: string) => Promise<PayloadContent>} resolves with null when the
 *   page has no payload of that name
 */
export function documentPayloads(page = document) {
  return (name) =>
    new Promise((resolve) => {
      const look = () => {
        const element = page.getElementById(`payload-${name}`);
        const parsed = page.readyState !== "loading";
        if (!parsed && !element?.nextSibling) return;
        observer.disconnect();
        page.removeEventListener("readystatechange", look);
        resolve(element && contentOf(element));
      };
      const observer = new MutationObserver(look);
      observer.observe(page.body, { childList: true });
      page.addEventListener("readystatechange", look);
      look();
    });
}

/**
 * What an element carries: its text, or the file beside the page that it names in the hosted form.
 * @param {HTMLElement} element
 * @returns {Promise<PayloadContent> | PayloadContent}
 */
function contentOf(element) {
  const { src } = element.dataset;
  return src === undefined ? element.textContent : download(src);
}
