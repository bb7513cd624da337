import type { NameKind } from '../../model/screening-types.ts';
import type { Explained } from './summary.ts';
import type { ExplanationTexts } from './explanation-texts.ts';
import { spanish } from './explanation-texts-es.ts';
import { brazilian } from './explanation-texts-pt-br.ts';
import { summaryOf } from './summary.ts';

/** Target languages of translated explanations, as BCP 47 tags; the original is English. */
export type ExplanationLanguage = 'es' | 'pt-BR';

const texts: Readonly<Record<ExplanationLanguage, ExplanationTexts>> = { es: spanish, 'pt-BR': brazilian };

/** A translated explanation. */
export interface TranslatedExplanation {
  /** The translation of the explanation's summary. */
  summary: string;
  /** A short label for the relation of each evidence row; in English if the relation has no translation. */
  relations: string[];
}

/**
 * Translates a stored explanation. The values of both sides are kept as they are.
 * @param kind of the listed name, as recorded in the trace
 */
export function translateExplanation(
  explained: Explained,
  kind: NameKind,
  language: ExplanationLanguage,
): TranslatedExplanation {
  return {
    summary: summaryOf(explained, kind, texts[language]),
    relations: explained.evidence.map(
      ({ relation }) => texts[language].relations[relation] ?? relation.replaceAll('_', ' '),
    ),
  };
}
