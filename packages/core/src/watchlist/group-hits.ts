import { sameWords } from '../session/names/same-words.ts';
import { nameWords } from '../session/names/name-words.ts';
import type { FoundHit } from './found-hit.ts';
import type { StoredHit } from './material-change.ts';

/** Evidence on whether a hit is the same listed person as another. */
interface Facts {
  hit: FoundHit;
  current: boolean;
  /** Names of at least two words. */
  names: readonly (readonly (readonly string[])[])[];
  /** Only those with day and month. */
  birthDates: ReadonlySet<string>;
  /** Numbers of the screened person that the list also has, as written there. */
  numbers: readonly string[];
}

/**
 * Groups hits that are evidently one listed person: one lists the other among its former ids, both have the same number of
 * the screened person, or both share a name and a full birth date; and nothing about them is contradictory.
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

/** A former hit is not grouped: it needs no decision. */
const isOne = (a: Facts, b: Facts): boolean =>
  a.current &&
  b.current &&
  (namesFormer(a, b) ||
    a.numbers.some((number) => b.numbers.includes(number)) ||
    (sharesBirthDate(a, b) && a.names.some((name) => b.names.some((other) => sameWords(name, other)))));

/** Many lists write 1 January when only the year is known: a country must then match too. */
function sharesBirthDate(a: Facts, b: Facts): boolean {
  const shared = [...a.birthDates].filter((date) => b.birthDates.has(date));
  return (
    shared.some((date) => !date.endsWith('-01-01')) ||
    (shared.length > 0 && a.hit.countries.some((country) => b.hit.countries.includes(country)))
  );
}

/**
 * Different full birth dates, date of death or gender: two people, or errors that a reviewer must see separately. Entries into which a list
 * divided an earlier one are two people too, whatever they have in common.
 */
function contradicts(a: Facts, b: Facts): boolean {
  const [died, alsoDied] = [a.hit.deathDate, b.hit.deathDate];
  return (
    (a.birthDates.size > 0 &&
      b.birthDates.size > 0 &&
      [...a.birthDates].every((date) => !b.birthDates.has(date))) ||
    (died !== null && alsoDied !== null && !died.startsWith(alsoDied) && !alsoDied.startsWith(died)) ||
    (a.hit.gender !== null && b.hit.gender !== null && a.hit.gender !== b.hit.gender) ||
    (a.hit.formerIds.some((id) => b.hit.formerIds.includes(id)) && !namesFormer(a, b))
  );
}

/** Whether one lists the other among its former ids. */
const namesFormer = (a: Facts, b: Facts): boolean =>
  a.hit.formerIds.includes(b.hit.entityId) || b.hit.formerIds.includes(a.hit.entityId);
