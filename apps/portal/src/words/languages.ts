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

/**
 * The first of the wishes that there is a catalogue for; region, case and `_` are no obstacle. English when there is none.
 * @param wishes BCP 47 tags, the most important first
 */
export function resolveLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = (wish ?? '').toLowerCase().split(/[-_]/)[0] ?? '';
    const found = Object.hasOwn(byPrimary, primary) ? byPrimary[primary] : undefined;
    if (found) return found;
  }
  return 'en';
}

/** Loads one catalogue; the others are not downloaded. */
export const loadWords = (language: Language): Promise<Words> => catalogues[language]();
