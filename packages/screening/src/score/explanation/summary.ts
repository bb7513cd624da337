import type { EvidenceField, EvidenceRow } from '../../model/explanation.ts';
import type { NameKind } from '../../model/screening-types.ts';
import type { ExplanationTexts } from './explanation-texts.ts';

/** What would show whether the listed entity is the subject. */
export interface Settling {
  fields: EvidenceField[];
  /** The list has a birth date to the day. */
  fullBirthDate: boolean;
  /** Nothing is left to settle: an identifier agrees, or names and full birth date do, or known facts contradict. */
  settled: boolean;
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
}

function inOneList(items: readonly string[], last: string, comma: string): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(comma)}${last}${items.at(-1) ?? ''}`;
}

function sentence(text: string): string {
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Relations of which the words of all rows are shown together. */
const shownTogether = new Set(['contradicts', 'other_script', 'reading']);

/** Rows of one of these relations as one row; words that are left over only in part are shown where they contradict. */
function withoutRepeats(rows: readonly EvidenceRow[]): EvidenceRow[] {
  const wordsOf = (relation: string, side: 'subject' | 'listed'): string[] => [
    ...new Set(rows.filter((row) => row.relation === relation).flatMap((row) => row[side] ?? [])),
  ];
  const contradicting = [...wordsOf('contradicts', 'subject'), ...wordsOf('contradicts', 'listed')];
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const { relation, subject, listed } = row;
    const isOnlyInOne = relation === 'only_in_subject' || relation === 'only_in_listed';
    if (isOnlyInOne && contradicting.includes(subject ?? listed ?? '')) return [];
    if (!shownTogether.has(relation)) return [row];
    if (seen.has(relation)) return [];
    seen.add(relation);
    const together = (side: 'subject' | 'listed') => wordsOf(relation, side).join(' ') || null;
    return [{ ...row, subject: together('subject'), listed: together('listed') }];
  });
}

function quotedValues({ subject, listed }: EvidenceRow, quoted: string): Record<string, string> {
  return {
    subject: filled(quoted, { word: subject ?? '' }),
    listed: filled(quoted, { word: listed ?? '' }),
  };
}

function nameClause(rows: readonly EvidenceRow[], kind: NameKind, texts: ExplanationTexts): string {
  const names = texts.names[kind];
  const [whole, ...others] = rows.filter(({ field }) => field === 'name');
  if (whole?.relation === 'same_text') return filled(texts.sameText, { names });
  if (whole?.relation === 'nothing_in_common') return filled(texts.nothing, { names });
  const differences = withoutRepeats(others).flatMap((row) => {
    const template = texts.differences[row.relation];
    return template === undefined ? [] : [filled(template, quotedValues(row, texts.quoted))];
  });
  if (differences.length === 0) return filled(texts.same, { names });
  const contradicts = others.some(({ relation }) => relation === 'contradicts');
  const listed = inOneList(differences, texts.and, texts.comma);
  return filled(contradicts ? texts.inPart : texts.exceptFor, { names, differences: listed });
}

function factClause(row: EvidenceRow, texts: ExplanationTexts): string[] {
  const { field, relation, subject, listed } = row;
  const key =
    relation !== 'unknown' || (subject === null && listed === null)
      ? relation
      : subject === null
        ? 'unknown_subject'
        : 'unknown_listed';
  const template = texts.facts[field][key];
  return template === undefined ? [] : [filled(template, { subject: subject ?? '', listed: listed ?? '' })];
}

function settlingSentence({ fields, fullBirthDate, settled }: Settling, texts: ExplanationTexts): string {
  if (settled) return '';
  if (fields.length === 0) return sentence(texts.settlesNothing);
  const strong = fields.filter((field) => field === 'birthDate' || field === 'identifier');
  const words = (strong.length > 0 ? strong : fields).flatMap((field) =>
    field === 'name' || field === 'rule'
      ? []
      : [texts.settling[field === 'birthDate' && fullBirthDate ? 'fullBirthDate' : field]],
  );
  const values = inOneList(words, texts.or, texts.comma);
  return sentence(filled(strong.length > 0 ? texts.settles : texts.helps, { values }));
}

/** One sentence about names and facts, and one about what would settle it. */
export function summaryOf(
  rows: readonly EvidenceRow[],
  { kind, settling }: { kind: NameKind; settling: Settling },
  texts: ExplanationTexts,
): string {
  const clauses = [
    nameClause(rows, kind, texts),
    ...rows.filter(({ field }) => field !== 'name').flatMap((row) => factClause(row, texts)),
  ];
  return [sentence(clauses.join('; ')), settlingSentence(settling, texts)]
    .filter((text) => text !== '')
    .join(' ');
}
