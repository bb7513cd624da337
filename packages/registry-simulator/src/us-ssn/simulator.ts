import type { MatchLevel, UsAnswer, UsField } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { resultReply } from '../generic/adapter-result.ts';
import type {
  Scenario,
  SimulatedCall,
  SimulatedPerson,
  SimulatedRegistry,
  SimulatedReply,
} from '../server/simulated-route.ts';
import { compareHolder } from './compare-holder.ts';
import { type SsnHolder, ssnScenarios, type SsnTwist } from './scenarios.ts';

const Text = Type.Optional(Type.String());

/** The data about a person in a question; only members that are present are compared. */
const Question = Type.Object({
  ssn: Type.String({ pattern: String.raw`^\d{9}$` }),
  firstName: Text,
  lastName: Text,
  fullName: Text,
  dateOfBirth: Type.Optional(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })),
  address: Type.Optional(Type.Object({ houseNumber: Text, street: Text, postcode: Text, fullAddress: Text })),
});

const numberOf = (question: Readonly<Record<string, unknown>>): string | null =>
  typeof question['ssn'] === 'string' ? question['ssn'] : null;

/** A twist only changes compared fields: a field that was not sent stays `null`. */
function twisted(
  compared: UsAnswer['compared'],
  answers: Partial<Record<UsField, MatchLevel>>,
): UsAnswer['compared'] {
  const twists = Object.entries(answers).filter(([field]) => compared[field as UsField] !== null);
  return { ...compared, ...Object.fromEntries(twists) };
}

function answer(
  question: Static<typeof Question>,
  { person, twist }: Scenario,
  call: SimulatedCall,
): SimulatedReply {
  const { status, silent = false, answers = {} } = twist as SsnTwist;
  if (silent) return { status: 200, body: null, silent };
  if (status !== undefined) return { status, body: '' };
  const at = call.now.toISOString();
  if (person === null) return resultReply({ kind: 'not_found', at });
  const compared = compareHolder(question, person as Partial<SsnHolder> as SsnHolder);
  const found: UsAnswer = { compared: twisted(compared, answers) };
  return resultReply({ kind: 'answered', at, answer: found });
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isAddress = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['houseNumber', 'street', 'city', 'state', 'postcode'].every((key) =>
    isText((value as Record<string, unknown>)[key]),
  );

/**
 * The United States' registry, which has no native format and only supports the generic route. People: `firstName`, `lastName`,
 * `dateOfBirth`, `address` with `houseNumber`, `street`, `city`, `state`, `postcode`.
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
  domain: {
    numberOf,
    answer: (question, scenario, call) =>
      Value.Check(Question, question)
        ? answer(question, scenario, call)
        : { status: 400, body: { message: 'not a question to this registry' } },
  },
  objection(person: SimulatedPerson) {
    const isWhole = ['firstName', 'lastName', 'dateOfBirth'].every((key) => isText(person[key]));
    return isWhole && isAddress(person['address'])
      ? null
      : 'needs firstName, lastName, dateOfBirth and a whole address';
  },
};
