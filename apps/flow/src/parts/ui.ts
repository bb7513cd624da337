import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Host } from '../host/host.ts';
import type { Local } from '../screens/which-screen.ts';
import type { Journey } from '../service/journey.ts';
import type { Announcer } from './live.ts';
import type { Photos } from './photos.ts';

/** What screens act on. */
export interface Ui {
  journey: Journey;
  host: Host;
  local: Local;
  /** Changes what the person does on this page. */
  set(changes: Partial<Local>): void;
  announce: Announcer;
  photos: Photos;
  /** Ends the page: the last screen was left, or the person goes before the end. */
  finish(): void;
  leave(): void;
}

/** Set by the page around all screens. */
export const UiContext = createContext<Ui | null>(null);

/** @see Ui */
export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (!ui) throw new Error('useUi: must be called below UiContext');
  return ui;
}
