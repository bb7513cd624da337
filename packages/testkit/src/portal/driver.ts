import { type Page, until } from '@countersign/browser-kit';

/** A person's actions on a page of the portal, by visible or accessible names. */
export interface Driver {
  page: Page;
  open(path: string): Promise<void>;
  /** Waits until a text is visible. */
  see(text: string): Promise<void>;
  /** Waits until a text is no longer visible. */
  seeNot(text: string): Promise<void>;
  /** Whether a button or link with this name exists. */
  has(name: string): Promise<boolean>;
  /** Waits for a button, link, menu item, checkbox or option with this name, and clicks it. */
  click(name: string): Promise<void>;
  /** Waits for a field with this label, and types into it or selects an option. */
  fill(label: string, value: string): Promise<void>;
  /** Path and query of the page. */
  address(): Promise<string>;
  /** Text of an element, without surrounding white space. */
  text(selector: string): Promise<string>;
}

const shows = (text: string) => document.body.innerText.includes(text);
const showsNot = (text: string) => !document.body.innerText.includes(text);

function press(name: string): boolean {
  const selector = 'button, a[href], [role^=menuitem], label, summary';
  const named = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const label = (element.getAttribute('aria-label') ?? element.innerText).replace(/\s+/g, ' ').trim();
    return label === name && element.offsetParent !== null;
  });
  if (named === undefined || named.matches(':disabled, [data-disabled]')) return false;
  named.click();
  return true;
}

function isThere(name: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('button, a[href]')].some(
    (element) =>
      (element.getAttribute('aria-label') ?? element.innerText).replace(/\s+/g, ' ').trim() === name,
  );
}

/** Sets a value the way a keyboard does, so that the page's listeners run. */
function type(label: string, value: string): boolean {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  // Elements behind a dialog cannot be reached.
  const dialogs = [...document.querySelectorAll('[role=dialog]')];
  const reached = dialogs.length > 0 ? dialogs : [document];
  const labels = reached.flatMap((each) => [...each.querySelectorAll('label')]);
  const found = labels.find((each) => each.textContent.replace(/\s*\*\s*$/, '').trim() === label);
  const selector = `[aria-label="${CSS.escape(label)}"]`;
  const field =
    (found && (document.getElementById(found.htmlFor) as Field | null)) ??
    reached.flatMap((each) => [...each.querySelectorAll<Field>(selector)])[0];
  if (field === undefined || field.offsetParent === null) return false;
  field.focus();
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  return true;
}

/** @throws Error with what the page shows instead */
async function seeText(page: Page, text: string): Promise<void> {
  try {
    await until(page, { fn: shows, args: [text] });
  } catch (cause) {
    const shown = await page.run(() => document.body.innerText.slice(0, 2_000));
    throw new Error(`page: must show “${text}”; it shows:\n${shown}`, { cause });
  }
}

/** Drives a page of the portal. @param origin scheme and authority of the service */
export function drive(page: Page, origin: string): Driver {
  return {
    page,
    open: (path) => page.goto(origin + path),
    see: (text) => seeText(page, text),
    seeNot: async (text) => void (await until(page, { fn: showsNot, args: [text] })),
    has: (name) => page.run(isThere, name),
    click: async (name) => void (await until(page, { fn: press, args: [name] })),
    fill: async (label, value) => void (await until(page, { fn: type, args: [label, value] })),
    address: () => page.run(() => location.pathname + location.search),
    text: (selector) =>
      page.run(
        (wanted: string) => document.querySelector<HTMLElement>(wanted)?.innerText.trim() ?? '',
        selector,
      ),
  };
}
