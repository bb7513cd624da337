/** What may take the focus from an element that is gone: still on the page, and able to. */
const isThere = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.isConnected && !element.matches(':disabled');

/** Inside a page, not in a dialog or a menu over it. */
const isOfPage = (element: Element): boolean => element.closest('.frame') !== null;

/**
 * Gives the focus a place when what had it goes away or is disabled: the button of a dialog that closes, one that did its work, the
 * title of a page that was being loaded. Browsers move it to the document, from where keys begin at the top and nothing is announced.
 * @returns what ends it
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
  // Whoever leaves an element that stays, by a click beside it, wants no focus.
  const onLeave = ({ target }: FocusEvent) =>
    void setTimeout(() => {
      if (target === last && isThere(last) && document.activeElement === document.body) last = null;
    });
  const observer = new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body) return;
    // A button that is busy has the focus again behind its work, or is gone by then.
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
