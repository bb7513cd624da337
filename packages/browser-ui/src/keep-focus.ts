/** Whether an element can receive the focus of a removed one: still on the page, and focusable. */
const isThere = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.isConnected && !element.matches(':disabled');

/** Whether an element is in the page itself, not in a dialog or a menu over it. */
const isOfPage = (element: Element): boolean => element.closest('.frame') !== null;

/**
 * Moves the focus when the element that had it is removed or disabled: a button of a dialog that closes, a button whose work is done,
 * the title of a loading page. Browsers would move it to the document, where tabbing restarts at the top and nothing is announced.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let opener: HTMLElement | null = null;
  let row: Element | null = null;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    if (!isOfPage(target)) return;
    opener = target;
    row = target.closest('tr');
  };
  // A click beside an element that is still there removes the focus on purpose.
  const onLeave = ({ target }: FocusEvent) =>
    void setTimeout(() => {
      if (target === last && isThere(last) && document.activeElement === document.body) last = null;
    });
  const observer = new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body) return;
    // A busy button regains the focus after its work, or is gone by then.
    if (last.isConnected && !isThere(last)) return;
    const inRow = row?.isConnected === true ? row.querySelector<HTMLElement>('th a, [data-row]') : null;
    const next = [last, opener, inRow, document.getElementById('page-title')].find(isThere);
    next?.focus({ preventScroll: true });
  });

  addEventListener('focusin', onFocus);
  addEventListener('focusout', onLeave);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', onFocus);
    removeEventListener('focusout', onLeave);
    observer.disconnect();
  };
}
