/** Which control of the flow receives the focus: its first or its last. */
export type Edge = 'start' | 'end';

/** What the page shows. */
export interface View {
  frame: HTMLIFrameElement;
  /** Adds the frame to the page and focuses it. */
  show(): void;
  /** Called when the focus left the flow at this edge: in a modal it re-enters from the other side. An embedded frame needs no help. */
  leave(edge: Edge): void;
  /** Shows a message with two buttons over the frame. */
  showFault(retry: () => void, close: () => void): void;
  /** Removes the message and focuses the frame; no effect if there is none. */
  hideFault(): void;
  /** Restores everything: elements, scrolling, focus. */
  remove(): void;
}

/** Options of a view. */
export interface ViewOptions {
  href: string;
  origin: string;
  title: string;
  /** Element to fill; null: a modal. */
  root: HTMLElement | null;
  /** Called when the focus re-enters a modal, with the control that comes next. */
  onWrap(edge: Edge): void;
}

/** A frame whose colour scheme differs from its page's is opaque. */
const fill = 'display:block;border:0;width:100%;height:100%;color-scheme:normal;';
const overlay = 'position:fixed;top:0;left:0;z-index:2147483647;background:#0009;';

/** Styles are set through the CSSOM, which a security policy without inline styles allows. */
function create<Name extends keyof HTMLElementTagNameMap>(name: Name, css: string, parent?: Element) {
  const element = document.createElement(name);
  element.style.cssText = css;
  if (parent) parent.append(element);
  return element;
}

/** Keeps the page from scrolling. @returns a function that restores position and styles */
function lockScroll(): () => void {
  const { body } = document;
  const { style } = body;
  const left = scrollX;
  const top = scrollY;
  const before = body.getAttribute('style');
  style.cssText += `;position:fixed;top:${-top}px;left:${-left}px;right:0;overflow:hidden`;
  return () => {
    style.cssText = before || '';
    // Chromium removes the attribute of changed styles only once it has been read.
    if (body.hasAttribute('style') && before === null) body.removeAttribute('style');
    scrollTo({ left, top, behavior: 'instant' });
  };
}

/** Creates the frame without adding it to the page. */
export function createView({ href, origin, title, root, onWrap }: ViewOptions): View {
  const opener = document.activeElement as HTMLElement | null;
  // The second height is ignored where its unit is not supported.
  const layer = create('div', fill + (root ? 'position:relative' : `${overlay}height:100vh;height:100dvh`));
  const before = create('div', '', layer);
  const frame = create('iframe', fill, layer);
  const after = create('div', '', layer);
  frame.title = title;
  frame.allow = `camera ${origin};autoplay ${origin};fullscreen ${origin}`;
  frame.referrerPolicy = 'no-referrer';
  frame.src = href;
  const focus = (element: HTMLElement | null) => {
    if (element) element.focus({ preventScroll: true });
  };
  const wrap = (edge: Edge) => {
    focus(frame);
    onWrap(edge);
  };
  /** Keeps the focus in a modal. */
  const trap = ({ target }: Event) => {
    if (target === before) wrap('end');
    else if (target === after) wrap('start');
    else if (!layer.contains(target as Node)) focus(frame);
  };
  let unlock: (() => void) | undefined;
  let fault: HTMLElement | undefined;
  const hideFault = () => {
    if (!fault) return;
    fault.remove();
    fault = undefined;
    focus(frame);
  };
  const remove = () => {
    removeEventListener('focusin', trap);
    layer.remove();
    if (unlock) unlock();
    focus(opener);
  };
  return {
    frame,
    show() {
      if (!root) {
        before.tabIndex = 0;
        after.tabIndex = 0;
        layer.setAttribute('role', 'dialog');
        layer.setAttribute('aria-modal', 'true');
        layer.setAttribute('aria-label', title);
        unlock = lockScroll();
        addEventListener('focusin', trap);
      }
      // Everything outside an open modal dialog of the page is inert.
      (root || (opener && opener.closest('dialog[open]')) || document.body).append(layer);
      focus(frame);
    },
    hideFault,
    remove,
    leave(edge) {
      if (!root) wrap(edge === 'end' ? 'start' : 'end');
    },
    showFault(retry, close) {
      fault = showFault(layer, retry, close);
    },
  };
}

/** Shows a message with buttons in the middle of a layer. */
function showFault(layer: HTMLElement, retry: () => void, close: () => void): HTMLElement {
  const box = create('div', 'position:absolute;top:40%;left:0;width:100%;background:#fff;color:#000', layer);
  box.lang = 'en';
  box.setAttribute('role', 'alert');
  create('p', '', box).textContent = 'The page did not load.';
  const addButton = (label: string, run: () => void) => {
    const button = create('button', 'padding:12px', box);
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', run);
    return button;
  };
  const first = addButton('Try again', retry);
  addButton('Close', close);
  first.focus();
  return box;
}
