import { createContext, type ReactNode, useContext } from 'react';

/** Texts that the components render themselves, in the reader's language. */
export interface PartsWords {
  product: string;
  shell: { colours: string; light: string; dark: string; system: string };
  common: {
    loading: string;
    close: string;
    copy: string;
    copied: string;
    copyOf: (name: string) => string;
    any: string;
    filters: string;
    filtersSet: string;
    apply: string;
    clear: string;
    utc: (time: string) => string;
  };
}

interface Parts {
  words: PartsWords;
  /** BCP 47; also sets the format of dates. */
  language: string;
}

const PartsContext = createContext<Parts | null>(null);

/** Provides texts and language to all components below. */
export const PartsProvider = ({ words, language, children }: Parts & { children: ReactNode }) => (
  <PartsContext value={{ words, language }}>{children}</PartsContext>
);

/** Texts and language of the components. @throws Error outside PartsProvider */
export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('useParts: must be called below PartsProvider');
  return parts;
}
