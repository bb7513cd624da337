import type { Words } from './en.ts';

/** Languages with a complete catalogue, by their own names. */
export const languages = { en: 'English', es: 'Español', 'pt-BR': 'Português (Brasil)' } as const;

/** One of them, as a BCP 47 tag. */
export type Language = keyof typeof languages;

const catalogues: Record<Language, () => Promise<Words>> = {
  en: () => import('./en.ts').then(({ en }) => en),
  es: () => import('./es.ts').then(({ es }) => es),
  'pt-BR': () => import('./pt-br.ts').then(({ ptBr }) => ptBr),
};

const byPrimary: Record<string, Language> = { en: 'en', es: 'es', pt: 'pt-BR' };

/** Languages that the company offers, and which of them it shows where none is wanted. */
export interface Offered {
  /** Absent: all. */
  languages?: readonly Language[];
  /** Absent: English. */
  defaultLanguage?: Language;
}

/**
 * The first of the wishes that is offered; region, case and `_` are no obstacle. The default language when there is none.
 * @param wishes BCP 47 tags, the most important first; empty and unknown ones are passed over
 * @see spec/contract.md
 */
export function resolveLanguage(
  wishes: readonly (string | null | undefined)[],
  { languages: offered, defaultLanguage = 'en' }: Offered = {},
): Language {
  for (const wish of wishes) {
    const primary = (wish ?? '').toLowerCase().split(/[-_]/)[0] ?? '';
    const found = Object.prototype.hasOwnProperty.call(byPrimary, primary) ? byPrimary[primary] : undefined;
    if (found && (offered?.includes(found) ?? true)) return found;
  }
  return defaultLanguage;
}

/** Milliseconds before a download that failed is tried again; the last of them from then on. */
const retryMs = [500, 2_000, 5_000, 10_000];

/** Loads one catalogue; the others are not downloaded. A download that fails is repeated until the network is back. */
export async function loadWords(language: Language): Promise<Words> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await catalogues[language]();
    } catch {
      const ms = retryMs[Math.min(turn, retryMs.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}
