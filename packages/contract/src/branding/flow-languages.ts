/**
 * Languages of the hosted flow by BCP 47 tag, with their own names, in the order in which they are offered. This is the only list
 * of them; each has a catalogue in `apps/flow/src/words`, in a file named after the tag in lower case.
 */
export const flowLanguageNames = {
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  et: 'Eesti',
  en: 'English',
  es: 'Español',
  'es-419': 'Español (Latinoamérica)',
  fr: 'Français',
  id: 'Indonesia',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  ro: 'Română',
  fi: 'Suomi',
  sv: 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  he: 'עברית',
  ar: 'العربية',
  hi: 'हिन्दी',
  ja: '日本語',
  'zh-Hans': '简体中文',
} as const;

/** A language of the flow, as a BCP 47 tag. */
export type FlowLanguage = keyof typeof flowLanguageNames;

/** All languages of the flow, in the same order. */
export const flowLanguages = Object.keys(flowLanguageNames) as FlowLanguage[];

/** Languages whose texts a native speaker has reviewed; all others are drafts. */
export const reviewedFlowLanguages: readonly FlowLanguage[] = ['en'];

/** Writing direction of a language, as a value of the attribute `dir`. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (/^(ar|he)\b/.test(language) ? 'rtl' : 'ltr');

/** Regions of the Americas: ISO 3166-1 codes, or 419 for Latin America as a whole. */
const america = /^(419|ar|b[orz]|c[aloru]|do|ec|gt|hn|mx|ni|p[aery]|sv|u[sy]|ve)$/;

/**
 * Finds the best language on offer for a requested tag: the one for its region, otherwise another variant of the same language;
 * `undefined` when there is none. Case, `_` instead of `-` and extensions are ignored, and the old codes `iw` and `in` mean `he` and `id`.
 * @param tag BCP 47; any other text matches nothing
 * @param offered languages to choose from
 * @see spec/contract.md A-307
 */
export function matchFlowLanguage(tag: string, offered: readonly FlowLanguage[]): FlowLanguage | undefined {
  const [plain = ''] = tag
    .trim()
    .toLowerCase()
    .replace(/_/g, '-')
    .split(/-[a-z0-9]-/);
  const [base, ...parts] = plain.split('-');
  const primary = base === 'iw' ? 'he' : base === 'in' ? 'id' : base;
  const has = (form: RegExp) => parts.some((part) => form.test(part));
  // Readers of traditional characters are better served by their next preference than by simplified ones.
  if (primary === 'zh' && !has(/^hans$/) && has(/^(hant|hk|mo|tw)$/)) return undefined;
  const regional =
    primary === 'es'
      ? has(america)
        ? 'es-419'
        : 'es'
      : primary === 'pt' && (has(/^(?!br)[a-z]{2}$/) ? 'pt-PT' : 'pt-BR');
  return offered.find((each) => each === regional) ?? offered.find((each) => each.split('-')[0] === primary);
}
