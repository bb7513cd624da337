import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Conditions that block all screens. */
export interface Hold {
  /** The person is waiting for the service. */
  busy: boolean;
  /** Whether the page may take the focus: not from a surrounding page that has not opened it. */
  mayFocus(): boolean;
}

/** Provided to all screens by the page. */
export const HoldContext = createContext<Hold>({ busy: false, mayFocus: () => true });

/** @see Hold */
export const useHold = (): Hold => useContext(HoldContext);
