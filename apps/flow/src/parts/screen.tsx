import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { FlowScreen } from '@countersign/contract';
import { useSpeech } from '../words/context.ts';
import { useHold } from './hold.ts';

/**
 * A screen: the landmark, its only `h1`, which gets the focus, and the title of the page.
 * @see spec/contract.md A-190
 */
export function Screen({
  screen,
  title,
  children,
  end,
  wide = false,
}: {
  screen: FlowScreen;
  title: string;
  children: ComponentChildren;
  /** The kind of end, for programs that drive the page. @see spec/contract.md A-273 */
  end?: string;
  /** Uses the full width, for a camera picture. */
  wide?: boolean;
}): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const { words } = useSpeech();
  const { busy, mayFocus } = useHold();
  useEffect(() => {
    document.title = `${title} · ${words.pageTitle}`;
  }, [title, words]);
  useLayoutEffect(() => {
    if (mayFocus()) heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [screen]);
  return (
    <main
      class={wide ? 'screen screen-wide' : 'screen'}
      data-screen={screen}
      data-end={end}
      {...(busy ? { 'data-busy': '' } : {})}
      aria-busy={busy}
    >
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </main>
  );
}

type ButtonProps = {
  onClick?: () => void;
  children: ComponentChildren;
  disabled?: boolean;
  /** Also works while the page is busy, because it interrupts nothing. @see spec/contract.md A-306 */
  always?: boolean;
};

/**
 * The primary action of a screen. While the page is busy it stays focusable but does nothing.
 * @param props `quiet`: something else on the screen is what most people want, such as a code to scan; `form`: id of the form to
 * submit in place of `onClick`
 */
export function Primary({
  onClick,
  children,
  disabled = false,
  always = false,
  quiet = false,
  form,
}: ButtonProps & { quiet?: boolean; form?: string }): JSX.Element {
  const { busy } = useHold();
  const isHeld = (busy && !always) || disabled;
  return (
    <button
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      class={quiet ? 'secondary' : 'primary'}
      data-primary=""
      aria-disabled={isHeld}
      onClick={() => {
        if (!isHeld) onClick?.();
      }}
    >
      {children}
    </button>
  );
}

/** A secondary action. */
export function Secondary({
  action,
  onClick,
  children,
  label,
  plain = false,
  always = false,
}: ButtonProps & { action: string; label?: string; plain?: boolean }): JSX.Element {
  const { busy } = useHold();
  const isHeld = busy && !always;
  return (
    <button
      type="button"
      class={plain ? 'plain' : 'secondary'}
      data-action={action}
      aria-label={label}
      aria-disabled={isHeld}
      onClick={() => {
        if (!isHeld) onClick?.();
      }}
    >
      {children}
    </button>
  );
}

/** Actions at the end of a screen; on a phone they remain visible while scrolling. */
export const Actions = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <div class="actions">{children}</div>
);
