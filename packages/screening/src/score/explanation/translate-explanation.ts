import type { NameKind } from '../../model/screening-types.ts';
import type { Explained } from './summary.ts';
import type { ExplanationTexts } from './explanation-texts.ts';
import { spanish } from './explanation-texts-es.ts';
import { brazilian } from './explanation-texts-pt-br.ts';
import { summaryOf } from './summary.ts';

/** Languages that explanations are translated to, as BCP 47 tags; they are made in English. */
export type ExplanationLanguage = 'es' | 'pt-BR';

const texts: Readonly<Record<ExplanationLanguage, ExplanationTexts>> = { es: spanish, 'pt-BR': brazilian };

/** An explanation in another language. */
export interface TranslatedExplanation {
  /** As the summary of the explanation. */
  summary: string;
  /** What became of each row of the evidence, in a few words; in English where a relation has no translation. */
  relations: string[];
}

/**
 * The words of a stored explanation in another language. Values of both sides stay as they are.
 * @param kind of the listed name, as the trace has it
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
