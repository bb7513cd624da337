import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What holds all screens back. */
export interface Hold {
  /** The person waits for the service. */
  busy: boolean;
  /** Whether the page may take the focus: not from a surrounding page that has not opened it. */
  mayFocus(): boolean;
}

/** Set by the page around all screens. */
export const HoldContext = createContext<Hold>({ busy: false, mayFocus: () => true });

/** @see Hold */
export const useHold = (): Hold => useContext(HoldContext);
