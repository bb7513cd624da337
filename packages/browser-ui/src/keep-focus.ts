/** Whether an element can take the focus: it is still on the page and focusable. */
const isThere = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.isConnected && !element.matches(':disabled');

/** Whether an element is part of the page itself, not of a dialog or menu over it. */
const isOfPage = (element: Element): boolean => element.closest('.frame') !== null;

/**
 * Moves the focus when the focused element is removed or disabled: the button of a dialog that closes, one that finished its
 * work, the title of a page that was loading. Left alone, browsers move the focus to the document, so the keyboard starts at the
 * top and nothing is announced.
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
  // A click elsewhere, while the element stays, needs no new focus.
  const onLeave = ({ target }: FocusEvent) =>
    void setTimeout(() => {
      if (target === last && isThere(last) && document.activeElement === document.body) last = null;
    });
  const observer = new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body) return;
    // By now a busy button is enabled again, or is gone.
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
