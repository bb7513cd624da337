import type { LocatedField } from './labelled-fields.ts';
import { readRows } from './labelled-fields.ts';
import type { TextRun } from './text-lines.ts';
import type { DocumentTemplate } from './templates/template.ts';
import type { ValueContext, ValueKind } from './values/read-value.ts';
import { keyLettersOf } from './values/voter-key.ts';

/**
 * Kinds that nothing else on a page looks like: eighteen characters with a check digit, or with a date, a sex and digits behind six
 * consonants.
 */
const evident: ReadonlySet<ValueKind> = new Set<ValueKind>(['curp', 'voter-key']);

/**
 * Fields of a recognised document whose labels were not read, or not their values beside them, and whose values are recognised by
 * themselves: of a label as short as `CURP` no letter may be missing. Of two different values neither is taken.
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
    // Engines part long numbers: two words are read as one, then each by itself.
    const found = runs.flatMap(({ words }) =>
      words.flatMap((_, at) => readRows(kind, [words.slice(at, at + 2)], context) ?? []),
    );
    const [first] = found;
    return first !== undefined && found.every(({ value }) => value.value === first.value.value)
      ? [{ field, ...first }]
      : [];
  });
}

/** The letters of a voter key that the names on the card give; `null` where they were not read, and on other documents. */
export function keyLettersOn(
  located: readonly LocatedField[],
  template: DocumentTemplate | null,
): string | null {
  const rule = template?.labels.find(({ surnamesFirst }) => surnamesFirst);
  const name = located.find(({ field, value }) => field === rule?.field && value !== null);
  return name && name.value !== null ? keyLettersOf(name.text.split('\n')) : null;
}
