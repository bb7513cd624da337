import type { FirstWords, LaterWords, Part, Words } from './words.ts';

/** Languages with a complete catalogue, by their own names. */
export const languages = { en: 'English', es: 'Español', 'pt-BR': 'Português (Brasil)' } as const;

/** A supported language, as a BCP 47 tag. */
export type Language = keyof typeof languages;

const catalogues: Record<Language, () => Promise<FirstWords>> = {
  en: () => import('./en.ts').then(({ en }) => en),
  es: () => import('./es.ts').then(({ es }) => es),
  'pt-BR': () => import('./pt-br.ts').then(({ ptBr }) => ptBr),
};

type Loaders = { [Name in Part]: () => Promise<LaterWords[Name]> };

const laterOnes: Record<Language, Loaders> = {
  en: {
    session: () => import('./en/session.ts').then(({ session }) => session),
    audit: () => import('./en/audit.ts').then(({ audit }) => audit),
    branding: () => import('./en/branding.ts').then(({ branding }) => branding),
    developers: () => import('./en/developers.ts').then(({ developers }) => developers),
    help: () => import('./en/help.ts').then(({ help }) => help),
  },
  es: {
    session: () => import('./es/session.ts').then(({ session }) => session),
    audit: () => import('./es/audit.ts').then(({ audit }) => audit),
    branding: () => import('./es/branding.ts').then(({ branding }) => branding),
    developers: () => import('./es/developers.ts').then(({ developers }) => developers),
    help: () => import('./es/help.ts').then(({ help }) => help),
  },
  'pt-BR': {
    session: () => import('./pt-br/session.ts').then(({ session }) => session),
    audit: () => import('./pt-br/audit.ts').then(({ audit }) => audit),
    branding: () => import('./pt-br/branding.ts').then(({ branding }) => branding),
    developers: () => import('./pt-br/developers.ts').then(({ developers }) => developers),
    help: () => import('./pt-br/help.ts').then(({ help }) => help),
  },
};

const byPrimary: Record<string, Language> = { en: 'en', es: 'es', pt: 'pt-BR' };

/**
 * The first preferred language that has a catalogue, otherwise English. Region, case and `_` do not prevent a match.
 * @param wishes BCP 47 tags in order of preference
 */
export function resolveLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = (wish ?? '').toLowerCase().split(/[-_]/)[0] ?? '';
    const found = Object.hasOwn(byPrimary, primary) ? byPrimary[primary] : undefined;
    if (found) return found;
  }
  return 'en';
}

/** Catalogues of the languages shown so far; they grow with the pages visited. */
const begun = new Map<Language, Promise<FirstWords>>();
/** Parts of the pages visited; loaded for every language shown. */
const wanted = new Set<Part>();

async function addPart(language: Language, part: Part): Promise<void> {
  const [catalogue, added] = await Promise.all([begun.get(language), laterOnes[language][part]()]);
  Object.assign(catalogue ?? {}, added);
}

/** Loads the texts of a page in the languages shown. Must be awaited before the page is rendered. */
export async function loadParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) wanted.add(part);
  await Promise.all([...begun.keys()].flatMap((language) => parts.map((part) => addPart(language, part))));
}

/** Loads a catalogue with the texts of the pages visited so far; other languages are not downloaded. */
export async function loadWords(language: Language): Promise<Words> {
  const first = begun.get(language) ?? catalogues[language]().then((texts) => ({ ...texts }));
  begun.set(language, first);
  try {
    await Promise.all([...wanted].map((part) => addPart(language, part)));
    return (await first) as Words;
  } catch (error) {
    // Makes the next attempt load it again.
    begun.delete(language);
    throw error;
  }
}
