import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import { startSimulator } from '@countersign/registry-simulator';
import { type CommandResult, type ConfigCommand, done } from '../command.ts';

/** A value that decides what happens on a test integration. */
interface Persona {
  kind: (typeof kinds)[number];
  member: string;
  value: string;
  result: string;
}

const kinds = ['decision', 'screening', 'registry'] as const;

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

/** Verbs on the sandbox. */
export const sandboxCommands: readonly ConfigCommand[] = [
  {
    name: 'sandbox personas',
    about: 'lists names and numbers that decide the result of a session on a test integration',
    arguments: [],
    options: { kind: { type: 'string', value: 'KIND', about: `only ${kinds.join(', ')}; default all` } },
    example: 'sandbox personas --kind decision',
    runAlone: async (_config, input) => listPersonas(input),
  },
];

async function listPersonas(input: CommandInput): Promise<CommandResult> {
  const given = optionalText(input, 'kind');
  const kind = kinds.find((known) => known === given);
  if (given !== undefined && kind === undefined)
    throw new UsageError(`--kind: must be one of ${kinds.join(', ')}, not ${given}`);
  const all = [...namedPersonas, ...(await numberedPersonas())];
  return done(all.filter((persona) => kind === undefined || persona.kind === kind));
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
