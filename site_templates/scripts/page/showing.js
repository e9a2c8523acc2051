// @ts-check

/**
 * Where what holds an element scrolls by itself, it alone moves, so far that the element is seen; the text beside it
 * stays. A head that sticks to the top covers nothing.
 * @param {Element} element
 * @param {string} holder what may scroll
 * @returns {boolean} whether it scrolls by itself
 */
export function showWithin(element, holder) {
  const box = element.closest(holder);
  if (!box || (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth)) return false;
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  const head = box.querySelector(".tape-head")?.getBoundingClientRect().height ?? 0;
  box.scrollTop += beyond(inner.top - outer.top - head, inner.bottom - outer.bottom);
  box.scrollLeft += beyond(inner.left - outer.left, inner.right - outer.right);
  return true;
}

/**
 * How far to go so that nothing is beyond either end; the start counts where both cannot be had.
 * @param {number} start how far it stands behind the start; less than 0 where it is beyond
 * @param {number} end how far it stands beyond the end
 */
function beyond(start, end) {
  return start < 0 ? start : Math.max(0, Math.min(end, start));
}
