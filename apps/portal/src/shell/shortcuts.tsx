import { Dialog } from '@countersign/browser-ui';
import { useEffect, useState } from 'react';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';

/** Whether a key press is text input. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** Moves the focus to the link or button of the next or previous row of a list. */
function moveInList(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('#main tbody :is(th a, [data-row])')];
  const now = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const next = now < 0 && step < 0 ? links.length - 1 : now + step;
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
}

/** Selects or deselects the focused row of a list. @returns whether there is such a row */
function chooseInList(): boolean {
  const box = document.activeElement
    ?.closest('#main tbody tr')
    ?.querySelector<HTMLElement>('input[type=checkbox]');
  box?.click();
  return box !== null && box !== undefined;
}

/** @returns whether the key had an effect */
function act(key: string, help: () => void): boolean {
  switch (key) {
    case 'j':
      moveInList(1);
      return true;
    case 'k':
      moveInList(-1);
      return true;
    case 'x':
      return chooseInList();
    case '/':
      document.querySelector<HTMLElement>('#main form[role=search] input')?.focus();
      return true;
    case '?':
      help();
      return true;
    default:
      return pressKey(key);
  }
}

/** Clicks the button or link that declares this key. @returns whether there is one */
function pressKey(key: string): boolean {
  const named = document.querySelector<HTMLElement>(`#main [data-key="${CSS.escape(key)}"]`);
  named?.click();
  return named !== null;
}

/** Single-key shortcuts, active where no text is typed, and a list of them on request; Enter opens the focused link by itself. */
export function Shortcuts() {
  const { words } = useSpeech();
  const { preferences } = useMe();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!preferences.shortcuts) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (isTaken || isTyping(event) || document.querySelector('[role=dialog]') !== null) return;
      if (act(event.key, () => setOpen(true))) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [preferences.shortcuts]);
  if (!isOpen) return null;
  return (
    <Dialog title={words.shortcuts.title} onClose={() => setOpen(false)}>
      <ShortcutList />
      <p className="quiet small panel-more">{words.shortcuts.off}</p>
    </Dialog>
  );
}

/** All shortcuts with their effects. */
export function ShortcutList() {
  const { words } = useSpeech();
  const { keys } = words.shortcuts;
  const list = [
    ['j', keys.next],
    ['k', keys.previous],
    ['Enter', keys.open],
    ['x', keys.choose],
    ['n', keys.nextSession],
    ['b', keys.sessionBefore],
    ['v', keys.reveal],
    ['d', keys.decide],
    ['/', keys.search],
    ['f', keys.falsePositive],
    ['i', keys.inconclusive],
    ['t h', keys.highRisk],
    ['t l', keys.lowRisk],
    ['p', keys.reopen],
    ['?', keys.help],
  ] as const;
  return (
    <dl className="shortcuts">
      {list.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
