import type { EvidenceField, EvidenceRow, Explanation } from '../../model/explanation.ts';
import type { NameKind } from '../../model/screening-types.ts';
import type { ExplanationTexts } from './explanation-texts.ts';

/** The parts of an explanation that a summary is built from. */
export type Explained = Pick<Explanation, 'evidence' | 'settledBy'>;

const against = new Set(['different', 'other_day', 'other_month', 'other_of_same_kind']);

/** The relation of a field in these rows; `unknown` if there is none. */
export function relationOf(rows: readonly EvidenceRow[], field: EvidenceField): string {
  return rows.find((row) => row.field === field)?.relation ?? 'unknown';
}

/** Whether the hit is settled: an identifier or a full birth date agrees, or known facts contradict it. */
function isSettled({ evidence, settledBy }: Explained): boolean {
  if (settledBy.length > 0) return false;
  if (relationOf(evidence, 'identifier') === 'same' || relationOf(evidence, 'birthDate') === 'same_date')
    return true;
  return evidence.some(({ field, relation }) => field !== 'name' && against.has(relation));
}

/** Whether a listed birth date includes the day. */
function hasFullBirthDate(rows: readonly EvidenceRow[]): boolean {
  const { listed } = rows.find(({ field }) => field === 'birthDate') ?? { listed: null };
  return listed !== null && listed.split(', ').some((text) => /^(?:about )?\d{4}-\d{2}-\d{2}$/u.test(text));
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

/** Relations for which the words of all rows are shown together. */
const shownTogether = new Set(['contradicts', 'other_script', 'reading']);

/** Merges the rows of each of these relations; words that are only partly left over are shown if they contradict. */
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

function settlingSentence(explained: Explained, texts: ExplanationTexts): string {
  if (isSettled(explained)) return '';
  const fields = explained.settledBy;
  if (fields.length === 0) return sentence(texts.settlesNothing);
  const isFull = hasFullBirthDate(explained.evidence);
  const strong = fields.filter((field) => field === 'birthDate' || field === 'identifier');
  const words = (strong.length > 0 ? strong : fields).flatMap((field) =>
    field === 'name' || field === 'rule'
      ? []
      : [texts.settling[field === 'birthDate' && isFull ? 'fullBirthDate' : field]],
  );
  const values = inOneList(words, texts.or, texts.comma);
  return sentence(filled(strong.length > 0 ? texts.settles : texts.helps, { values }));
}

/** One sentence about names and facts, and one about what would settle the hit. */
export function summaryOf(explained: Explained, kind: NameKind, texts: ExplanationTexts): string {
  const rows = explained.evidence;
  const clauses = [
    nameClause(rows, kind, texts),
    ...rows.filter(({ field }) => field !== 'name').flatMap((row) => factClause(row, texts)),
  ];
  return [sentence(clauses.join('; ')), settlingSentence(explained, texts)]
    .filter((text) => text !== '')
    .join(' ');
}
