import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Host } from '../host/host.ts';
import type { Local } from '../screens/which-screen.ts';
import type { Journey } from '../service/journey.ts';
import type { Announcer } from './live.ts';
import type { Photos } from './photos.ts';

/** State and actions that screens use. */
export interface Ui {
  journey: Journey;
  host: Host;
  local: Local;
  /** Changes the person's choices on this page. */
  set(changes: Partial<Local>): void;
  announce: Announcer;
  photos: Photos;
  /** Ends the page: after the last screen, or when the person leaves early. */
  finish(): void;
  leave(): void;
}

/** Provided to all screens by the page. */
export const UiContext = createContext<Ui | null>(null);

/** @see Ui */
export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (!ui) throw new Error('useUi: must be called below UiContext');
  return ui;
}
