import type { ListType } from '../model/screening-types.ts';
import { inOwnMemory } from './clean-text.ts';

/** An operator's decisions on what counts as listed. */
export interface MappingPolicies {
  /** Topics that count although the default table ignores them, each with its list. */
  optInTopics: Readonly<Record<string, ListType>>;
  /** Whether commerce lists and denied persons of the United States count as `SANCTIONS`. */
  exportControlLists: boolean;
  /** Whether relatives and close associates inherit the classes of the office holders they are linked to. */
  relatives: boolean;
  /** Class of an office holder whose office is unknown. */
  unclassifiedOffice: ListType;
  /** Number of years for which a former office counts after its known end. */
  formerOfficeYears: number;
  /** Number of years for which an office without a known end counts after its start. */
  openOfficeYears: number;
}

export const defaultMappingPolicies: MappingPolicies = {
  optInTopics: {},
  exportControlLists: false,
  relatives: true,
  unclassifiedOffice: 'PEP_CLASS_1',
  formerOfficeYears: 5,
  openOfficeYears: 40,
};

const listOfTopic = new Map<string, ListType>([
  ['sanction', 'SANCTIONS'],
  ['asset.frozen', 'SANCTIONS'],
  ['invest.ban', 'SANCTIONS'],
  ['wanted', 'WARNINGS'],
  ['reg.warn', 'WARNINGS'],
  ['reg.action', 'WARNINGS'],
  ['poi', 'WARNINGS'],
  ['mare.detained', 'WARNINGS'],
  ['mare.shadow', 'WARNINGS'],
  ['debarment', 'FITNESS_PROBITY'],
  ['corp.disqual', 'FITNESS_PROBITY'],
]);

const otherTopics =
  /^(?:sanction\.(?:linked|control|counter)|export\.(?:control|control\.linked|risk)|invest\.risk|forced\.labor|role\.(?:pep|pep\.natl|pep\.intl|pep\.frmr|rca|oligarch|pol|spy|diplo|judge|civil|lawyer|acct|act|journo|lobby)|corp(?:\..*)?|fin(?:\..*)?|gov(?:\..*)?|pol\.(?:party|union)|rel|mil|media\.state|asset\.frozen|entity\.[a-z]+)$/u;

/** The list for a topic; null if there is none. Offices and relatives are handled elsewhere. */
export function listTypeOfTopic(topic: string, policies: MappingPolicies): ListType | null {
  const chosen = Object.hasOwn(policies.optInTopics, topic) ? policies.optInTopics[topic] : undefined;
  if (chosen !== undefined) return chosen;
  return listOfTopic.get(topic) ?? (topic === 'crime' || topic.startsWith('crime.') ? 'WARNINGS' : null);
}

/** Whether the mapping knows a topic; unknown ones are counted in the report. */
export function isKnownTopic(topic: string): boolean {
  let known = knownTopics.get(topic);
  if (known === undefined) {
    known =
      listOfTopic.has(topic) || topic === 'crime' || topic.startsWith('crime.') || otherTopics.test(topic);
    if (knownTopics.size < mostTopics) knownTopics.set(inOwnMemory(topic), known);
  }
  return known;
}

/** Cache of topics already checked: there are some dozens of them. */
const knownTopics = new Map<string, boolean>();
const mostTopics = 10_000;

const nationalOffices = [
  'gov.national',
  'gov.head',
  'gov.executive',
  'gov.legislative',
  'gov.judicial',
  'gov.security',
  'gov.financial',
];

/** The class of an office by the topics of the position and of its holder; the first matching row applies. */
export function classOfOffice(
  position: readonly string[],
  person: readonly string[],
  policies: MappingPolicies,
): ListType {
  const has = (topic: string): boolean => position.includes(topic);
  if (has('gov.soe')) return 'PEP_CLASS_3';
  if (has('gov.igo') || has('role.diplo') || person.includes('role.pep.intl')) return 'PEP_CLASS_2';
  if (has('gov.state')) return 'PEP_CLASS_2';
  if (has('gov.muni')) return 'PEP_CLASS_4';
  if (nationalOffices.some(has) || person.includes('role.pep.natl')) return 'PEP_CLASS_1';
  return policies.unclassifiedOffice;
}

/** When an office was held, as written by the source; `''` if unknown. */
export interface OfficeTime {
  start: string;
  end: string;
}

/** Whether an office still counts on the day `asOf`. Days are `YYYY-MM-DD`; a year or month means its last day. */
export function officeCounts(
  time: OfficeTime,
  holder: { dead: boolean },
  { asOf, policies }: { asOf: string; policies: MappingPolicies },
): boolean {
  const end = lastDay(time.end);
  if (end !== null) return yearsLater(end, policies.formerOfficeYears) >= asOf;
  if (holder.dead) return false;
  const start = lastDay(time.start);
  return start === null || yearsLater(start, policies.openOfficeYears) >= asOf;
}

function lastDay(date: string): string | null {
  if (!/^\d{4}(?:-\d{2}(?:-\d{2})?)?(?:$|T)/u.test(date)) return null;
  const day = date.slice(0, 10);
  return day.length === 4 ? `${day}-12-31` : day.length === 7 ? `${day}-31` : day;
}

function yearsLater(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
}
