import { sameWords } from '../session/names/same-words.ts';
import { nameWords } from '../session/names/name-words.ts';
import type { FoundHit } from './found-hit.ts';
import type { StoredHit } from './material-change.ts';

/** What shows of a hit that it is the listed person of another one, or is not. */
interface Facts {
  hit: FoundHit;
  current: boolean;
  /** Of two words and more. */
  names: readonly (readonly (readonly string[])[])[];
  /** With day and month. */
  birthDates: ReadonlySet<string>;
  /** Those of the person of the session that the list has as well, as it has them. */
  numbers: readonly string[];
}

/**
 * Puts hits together that evidently are one listed person: one names the other among its former ids, both have the same number of
 * the person of the session, or both have a name and a full birth date in common; and nothing about them contradicts each other.
 * @param hits in the order of the result
 * @returns each hit once; groups in the order of their first hit
 * @see spec/contract.md A-410
 */
export function groupHits<Hit extends Pick<StoredHit, 'found' | 'current'>>(
  hits: readonly Hit[],
): readonly (readonly Hit[])[] {
  const groups: { facts: Facts[]; hits: Hit[] }[] = [];
  for (const hit of hits) {
    const facts = factsOf(hit);
    const group = groups.find(
      (each) =>
        each.facts.some((other) => isOne(other, facts)) &&
        each.facts.every((other) => !contradicts(other, facts)),
    );
    if (group) {
      group.facts.push(facts);
      group.hits.push(hit);
    } else groups.push({ facts: [facts], hits: [hit] });
  }
  return groups.map((each) => each.hits);
}

function factsOf({ found, current }: Pick<StoredHit, 'found' | 'current'>): Facts {
  const { matchedName, aka, birthDate, birthDates = [birthDate], explanation } = found;
  return {
    hit: found,
    current,
    names: [matchedName, ...aka].map(nameWords).filter((words) => words.length > 1),
    birthDates: new Set(birthDates.filter((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))),
    numbers: (explanation?.evidence ?? []).flatMap(({ field, relation, listed }) =>
      field === 'identifier' && relation === 'same' && listed !== null ? [listed] : [],
    ),
  };
}

/** A hit that is none any more is put beside nothing: there is nothing to decide about it. */
const isOne = (a: Facts, b: Facts): boolean =>
  a.current &&
  b.current &&
  (a.hit.formerIds.includes(b.hit.entityId) ||
    b.hit.formerIds.includes(a.hit.entityId) ||
    a.numbers.some((number) => b.numbers.includes(number)) ||
    (sharesBirthDate(a, b) && a.names.some((name) => b.names.some((other) => sameWords(name, other)))));

/** Many lists write 1 January where only the year is known: then a country has to be shared too. */
function sharesBirthDate(a: Facts, b: Facts): boolean {
  const shared = [...a.birthDates].filter((date) => b.birthDates.has(date));
  return (
    shared.some((date) => !date.endsWith('-01-01')) ||
    (shared.length > 0 && a.hit.countries.some((country) => b.hit.countries.includes(country)))
  );
}

/** Other full birth dates, another date of death or another gender: two people, or errors that a reviewer has to see apart. */
function contradicts(a: Facts, b: Facts): boolean {
  const [died, alsoDied] = [a.hit.deathDate, b.hit.deathDate];
  return (
    (a.birthDates.size > 0 &&
      b.birthDates.size > 0 &&
      [...a.birthDates].every((date) => !b.birthDates.has(date))) ||
    (died !== null && alsoDied !== null && !died.startsWith(alsoDied) && !alsoDied.startsWith(died)) ||
    (a.hit.gender !== null && b.hit.gender !== null && a.hit.gender !== b.hit.gender)
  );
}
