import { type PortalPersonaKind, portalPersonaKinds, type PortalPersonaResult } from '@countersign/contract';
import { startSimulator } from '@countersign/registry-simulator';

/** What a persona decides. */
export const personaKinds = portalPersonaKinds;

/** A value that determines the outcome on a test integration. */
export interface Persona {
  kind: PortalPersonaKind;
  /** Member of a session creation that contains it, or the registry queried with it. */
  member: string;
  value: string;
  /** For texts in other languages. */
  code: PortalPersonaResult;
  /** In English. */
  result: string;
}

type Outcome = readonly [value: string, code: PortalPersonaResult, result: string];

const byFirstName = ([value, code, result]: Outcome): Persona => ({
  kind: 'decision',
  member: 'person.firstName',
  value,
  code,
  result,
});
const byLastName =
  (kind: 'decision' | 'screening') =>
  ([value, code, result]: Outcome): Persona => ({ kind, member: 'person.lastName', value, code, result });

const firstNames: readonly Outcome[] = [
  ['Approve', 'session-approved', 'approved, 9001'],
  ['Decline', 'session-declined', 'declined, 9102, reason code 102'],
  ['Resubmit', 'session-resubmission', 'resubmission_requested, 9103, reason code 201'],
  ['Expire', 'session-expired', 'expired, 9104'],
  ['Abandon', 'session-abandoned', 'abandoned, 9104'],
  ['Review', 'session-review', 'review, 9121, with manual review on; then "session review" decides'],
];
const delays: readonly Outcome[] = [
  ['…Slow', 'later', 'decision and screening 30 seconds later'],
  ['…Stuck', 'never', 'no decision and no screening before "job release"'],
];
const screenings: readonly Outcome[] = [
  ['Testclean', 'no-hit', 'no hit'],
  ['Testsanction', 'sanctions-hit', 'one hit: sanctions'],
  ['Testpep1', 'pep-hit-1', 'one hit: politically exposed person, class 1'],
  ['Testpep2', 'pep-hit-2', 'one hit: politically exposed person, class 2'],
  ['Testpep3', 'pep-hit-3', 'one hit: politically exposed person, class 3'],
  ['Testpep4', 'pep-hit-4', 'one hit: politically exposed person, class 4'],
  ['Testmedia', 'media-hit', 'one hit: adverse media'],
  ['Testwarning', 'warnings-hit', 'one hit: warnings'],
  ['Testfitness', 'fitness-hit', 'one hit: fitness and probity'],
  ['Testmany', 'many-hits', '40 hits on all selected lists'],
  ['Testmonitor', 'hit-later', 'no hit; with monitoring on, one sanctions hit 60 seconds later'],
];

/** @see spec/contract.md */
const namedPersonas: readonly Persona[] = [
  ...firstNames.map(byFirstName),
  ...delays.map(byLastName('decision')),
  ...screenings.map(byLastName('screening')),
];

/** The simulators' names for the outcome of a number. */
const registryResults: Readonly<Record<string, PortalPersonaResult>> = {
  approved: 'approved',
  'declined 123': 'declined-123',
  'declined 529': 'declined-529',
  'declined 544': 'declined-544',
  'declined 581': 'declined-581',
  'declined 901': 'declined-901',
  'declined 902': 'declined-902',
  'declined 903': 'declined-903',
  'declined 904': 'declined-904',
  'resubmission_requested 202': 'resubmission-202',
  'resubmission_requested 529': 'resubmission-529',
  'approved; declined 581 with liveness on': 'liveness-581',
  'approved; resubmission_requested 202 with liveness on': 'liveness-202',
  'approved; declined 901 where signatures are verified': 'signature-901',
  'by the score': 'by-score',
  'by the score; without a comparer declined 581': 'by-score-581',
  'found, AN': 'found-AN',
  'found, AH': 'found-AH',
  'found, RCN': 'found-RCN',
  'found, BD': 'found-BD',
  'found, CRA': 'found-CRA',
  'found, RCC': 'found-RCC',
  vigente: 'current',
  no_vigente: 'not-current',
  no_encontrado: 'not-found',
  unavailable: 'unavailable',
};

let numbered: Promise<readonly Persona[]> | null = null;

/** Every name and number that determines the result of a session on a test integration; the same for all of them. */
export async function listPersonas(): Promise<Persona[]> {
  numbered ??= numberedPersonas();
  return [...namedPersonas, ...(await numbered)];
}

/** From the tables of the simulators, which answer test integrations that have no registry of their own. */
async function numberedPersonas(): Promise<Persona[]> {
  const simulator = await startSimulator();
  const scenarios = simulator.control.scenarios();
  await simulator.close();
  return scenarios.flatMap(({ registry: member, number: value, outcome: result }) =>
    value === null ? [] : [{ kind: 'registry' as const, member, value, code: codeOf(result), result }],
  );
}

/** @throws Error where a simulator has an outcome without a code */
function codeOf(outcome: string): PortalPersonaResult {
  const code = registryResults[outcome];
  if (code === undefined) throw new Error(`${outcome}: must have a code, so that it can be translated`);
  return code;
}
