import type { ScreenedPerson } from '@countersign/core';
import {
  createScanScreener,
  type ListedEntity,
  type ListType,
  type Screener,
  type ScreeningOptions,
} from '@countersign/screening';

/** One invented entry of a built-in list. */
interface Listed {
  list: ListType;
  sourceName: string;
  address: string;
}

const lists: Readonly<Record<ListType, Listed>> = {
  SANCTIONS: entry('SANCTIONS', 'Invented Consolidated List', 'sanctions'),
  PEP_CLASS_1: entry('PEP_CLASS_1', 'Invented National Office Holders', 'national'),
  PEP_CLASS_2: entry('PEP_CLASS_2', 'Invented Regional Office Holders', 'regional'),
  PEP_CLASS_3: entry('PEP_CLASS_3', 'Invented State Enterprises', 'enterprises'),
  PEP_CLASS_4: entry('PEP_CLASS_4', 'Invented Mayors', 'mayors'),
  ADVERSE_MEDIA: entry('ADVERSE_MEDIA', 'Invented Daily', 'daily'),
  FITNESS_PROBITY: entry('FITNESS_PROBITY', 'Invented Register of Disqualified Directors', 'directors'),
  WARNINGS: entry('WARNINGS', 'Invented Police Notices', 'notices'),
};

function entry(list: ListType, sourceName: string, host: string): Listed {
  return { list, sourceName, address: `https://${host}.example.org/` };
}

const personas: Readonly<Record<string, readonly ListType[] | 'all'>> = {
  testclean: [],
  testsanction: ['SANCTIONS'],
  testpep1: ['PEP_CLASS_1'],
  testpep2: ['PEP_CLASS_2'],
  testpep3: ['PEP_CLASS_3'],
  testpep4: ['PEP_CLASS_4'],
  testmedia: ['ADVERSE_MEDIA'],
  testwarning: ['WARNINGS'],
  testfitness: ['FITNESS_PROBITY'],
  testmany: 'all',
  testmonitor: [],
};

/** List types added by the change of the monitored persona. */
const laterLists: readonly ListType[] = ['SANCTIONS'];
const manyHits = 40;

/** Seconds until monitoring finds a change for the monitored persona. */
export const personaChangeSeconds = 60;

/** Whether this persona's list changes a minute after its first screening. */
export const personaChanges = ({ suppliedLastName }: Pick<ScreenedPerson, 'suppliedLastName'>): boolean =>
  keyOf(suppliedLastName) === 'testmonitor';

const keyOf = (lastName: string | null): string => lastName?.trim().toLowerCase() ?? '';

/**
 * The lists a persona of a test integration is screened against: invented entries with the person's own first name, searched by the
 * same engine as any other list.
 * @param later the state after the change of the monitored persona
 * @returns `null` for every other name
 * @see spec/contract.md A-103
 */
export function personaScreener(
  person: ScreenedPerson,
  options: Pick<ScreeningOptions, 'lists'>,
  { later }: { later: boolean },
): Screener | null {
  const key = keyOf(person.suppliedLastName);
  const row = Object.hasOwn(personas, key) ? personas[key] : undefined;
  if (row === undefined) return null;
  const listed =
    row === 'all' ? manyLists(options.lists) : later && personaChanges(person) ? laterLists : row;
  const entities = listed.map((list, at) => invented(person, lists[list], `${key}-${at + 1}`));
  return createScanScreener(entities, { snapshot: `personas:${later ? 2 : 1}` });
}

/** Forty hits spread over all configured lists. */
const manyLists = (configured: readonly ListType[]): ListType[] =>
  Array.from({ length: manyHits }, (_, at) => configured[at % configured.length] ?? 'SANCTIONS');

function invented(
  { firstName, lastName, secondLastName }: ScreenedPerson,
  { list, sourceName, address }: Listed,
  id: string,
): ListedEntity {
  const [first, last] = [firstName ?? '', [lastName, secondLastName].filter(Boolean).join(' ')];
  const text = [first, last].filter(Boolean).join(' ');
  const media = list === 'ADVERSE_MEDIA';
  return {
    id: `invented-${id}`,
    formerIds: [],
    schema: 'Person',
    names: [{ text, kind: 'primary', ...(first && last ? { parts: { first, last } } : {}) }],
    birth: [],
    death: null,
    deceased: false,
    gender: null,
    countries: [],
    identifiers: [],
    listings: [
      {
        list,
        source: `invented-${list.toLowerCase().replaceAll('_', '-')}`,
        sourceName,
        url: `${address}${id}`,
        date: '2024-03-05',
        programme: null,
        title: media ? 'Invented headline' : null,
        snippet: media ? 'An invented article that mentions the name.' : null,
      },
    ],
    associates: [],
    positions: [],
    contentHash: id,
  };
}
