import { type PortalPersonaKind, portalPersonaKinds } from '@countersign/contract';
import { startSimulator } from '@countersign/registry-simulator';

/** What a persona decides. */
export const personaKinds = portalPersonaKinds;

/** A value that decides what happens on a test integration. */
export interface Persona {
  kind: PortalPersonaKind;
  /** Member of a session creation that holds it, or the registry that is asked for it. */
  member: string;
  value: string;
  result: string;
}

const decision = (member: string, value: string, result: string): Persona => ({
  kind: 'decision',
  member,
  value,
  result,
});
const screening = (value: string, result: string): Persona => ({
  kind: 'screening',
  member: 'person.lastName',
  value,
  result,
});

/** @see spec/contract.md */
const namedPersonas: readonly Persona[] = [
  decision('person.firstName', 'Approve', 'approved, 9001'),
  decision('person.firstName', 'Decline', 'declined, 9102, reason code 102'),
  decision('person.firstName', 'Resubmit', 'resubmission_requested, 9103, reason code 201'),
  decision('person.firstName', 'Expire', 'expired, 9104'),
  decision('person.firstName', 'Abandon', 'abandoned, 9104'),
  decision(
    'person.firstName',
    'Review',
    'review, 9121, with manual review on; then "session review" decides',
  ),
  decision('person.lastName', '…Slow', 'decision and screening 30 seconds later'),
  decision('person.lastName', '…Stuck', 'no decision and no screening before "job release"'),
  screening('Testclean', 'no hit'),
  screening('Testsanction', 'one hit: sanctions'),
  screening('Testpep1', 'one hit: politically exposed person, class 1'),
  screening('Testpep2', 'one hit: politically exposed person, class 2'),
  screening('Testpep3', 'one hit: politically exposed person, class 3'),
  screening('Testpep4', 'one hit: politically exposed person, class 4'),
  screening('Testmedia', 'one hit: adverse media'),
  screening('Testwarning', 'one hit: warnings'),
  screening('Testfitness', 'one hit: fitness and probity'),
  screening('Testmany', '40 hits on all selected lists'),
  screening('Testmonitor', 'no hit; with monitoring on, one sanctions hit 60 seconds later'),
];

let numbered: Promise<readonly Persona[]> | null = null;

/** Every name and number that decides the result of a session on a test integration: the same for all of them. */
export async function listPersonas(): Promise<Persona[]> {
  numbered ??= numberedPersonas();
  return [...namedPersonas, ...(await numbered)];
}

/** From the tables of the simulators, which answer a test integration without a registry of its own. */
async function numberedPersonas(): Promise<Persona[]> {
  const simulator = await startSimulator();
  const scenarios = simulator.control.scenarios();
  await simulator.close();
  return scenarios.flatMap(({ registry, number, outcome }) =>
    number === null ? [] : [{ kind: 'registry' as const, member: registry, value: number, result: outcome }],
  );
}
