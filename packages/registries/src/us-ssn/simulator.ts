import type { MatchLevel, RegistryResult, UsAnswer, UsField, UsQuestion } from '@countersign/core';
import type {
  Scenario,
  SimulatedCall,
  SimulatedPerson,
  SimulatedRegistry,
  SimulatedReply,
} from '../simulator/simulated-route.ts';
import { compareHolder } from './compare-holder.ts';
import { type SsnHolder, ssnScenarios, type SsnTwist } from './scenarios.ts';

const numberOf = (question: Readonly<Record<string, unknown>>): string | null =>
  typeof question['ssn'] === 'string' ? question['ssn'] : null;

/** A twist answers only what was compared: a field that was not sent stays `null`. */
function twisted(
  compared: UsAnswer['compared'],
  answers: Partial<Record<UsField, MatchLevel>>,
): UsAnswer['compared'] {
  const twists = Object.entries(answers).filter(([field]) => compared[field as UsField] !== null);
  return { ...compared, ...Object.fromEntries(twists) };
}

function answer(
  question: Readonly<Record<string, unknown>>,
  { person, twist }: Scenario,
  call: SimulatedCall,
): SimulatedReply {
  const { status, silent = false, answers = {} } = twist as SsnTwist;
  if (silent) return { status: 200, body: null, silent };
  if (status !== undefined) return { status, body: '' };
  const at = call.now.toISOString();
  if (person === null) return { status: 200, body: { kind: 'not_found', at } };
  const compared = compareHolder(
    question as Partial<UsQuestion> as UsQuestion,
    person as Partial<SsnHolder> as SsnHolder,
  );
  const result: RegistryResult<UsAnswer> = {
    kind: 'answered',
    at,
    answer: { compared: twisted(compared, answers) },
  };
  return { status: 200, body: result };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isAddress = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['houseNumber', 'street', 'city', 'state', 'postcode'].every((key) =>
    isText((value as Record<string, unknown>)[key]),
  );

/**
 * The United States' registry, which has no format of its own: it answers the generic route only. People: `firstName`,
 * `lastName`, `dateOfBirth`, `address` with `houseNumber`, `street`, `city`, `state`, `postcode`.
 * @see spec/contract.md A-34
 */
export const unitedStates: SimulatedRegistry = {
  registry: 'us',
  routes: [],
  scenarios: ssnScenarios,
  pattern: () => null,
  plain: (number, person) => ({
    id: 'us.plain',
    number,
    person,
    twist: {},
    outcome: 'compared with what is held',
  }),
  faults: {
    boolean: null,
    similarity: null,
    block: null,
    vocabulary: null,
    person: null,
    businessError: null,
  },
  domain: { numberOf, answer },
  objection(person: SimulatedPerson) {
    const isWhole = ['firstName', 'lastName', 'dateOfBirth'].every((key) => isText(person[key]));
    return isWhole && isAddress(person['address'])
      ? null
      : 'needs firstName, lastName, dateOfBirth and a whole address';
  },
};
