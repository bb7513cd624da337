import type { LocatedField } from './labelled-fields.ts';
import { readRows } from './labelled-fields.ts';
import type { TextRun } from './text-lines.ts';
import type { DocumentTemplate } from './templates/template.ts';
import type { ValueContext, ValueKind } from './values/read-value.ts';
import { keyLettersOf } from './values/voter-key.ts';

/**
 * Kinds with a unique appearance: eighteen characters with a check digit, or six consonants followed by a date, a sex and digits.
 */
const evident: ReadonlySet<ValueKind> = new Set<ValueKind>(['curp', 'voter-key']);

/**
 * Fields of a recognised document whose labels, or the values beside them, were not read, but whose values are recognisable by
 * themselves. A label as short as `CURP` is lost if a single letter is misread. If there are two different values, neither is used.
 */
export function valuesWithoutLabels(
  template: DocumentTemplate | null,
  runs: readonly TextRun[],
  { located, context }: { located: readonly LocatedField[]; context: ValueContext },
): LocatedField[] {
  const isRead = (name: string): boolean =>
    located.some(({ field, value }) => field === name && value !== null);
  return (template?.labels ?? []).flatMap(({ field, kind }) => {
    if (field === null || !evident.has(kind) || isRead(field)) return [];
    // Engines split long numbers, so two words are read as one first, and then each by itself.
    const found = runs.flatMap(({ words }) =>
      words.flatMap((_, at) => readRows(kind, [words.slice(at, at + 2)], context) ?? []),
    );
    const [first] = found;
    return first !== undefined && found.every(({ value }) => value.value === first.value.value)
      ? [{ field, ...first }]
      : [];
  });
}

/** The letters of a voter key that follow from the names on the card; `null` if the names were not read, and on other documents. */
export function keyLettersOn(
  located: readonly LocatedField[],
  template: DocumentTemplate | null,
): string | null {
  const rule = template?.labels.find(({ surnamesFirst }) => surnamesFirst);
  const name = located.find(({ field, value }) => field === rule?.field && value !== null);
  return name && name.value !== null ? keyLettersOf(name.text.split('\n')) : null;
}
