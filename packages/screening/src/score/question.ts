import { createHash } from 'node:crypto';
import { checkName, isEmptyName } from '../names/check-name.ts';
import { kindOfSchema } from '../names/kind-of-schema.ts';
import { prepareName } from '../names/prepare-name.ts';
import { listTypes } from '../model/list-types.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import {
  schemata,
  ScreeningInputError,
  type Schema,
  type ScreeningOptions,
  type Subject,
} from '../model/screening-types.ts';
import { mostGain } from './evidence.ts';
import { exactFormsOfSubject, subjectName } from './hits/exact-mode.ts';
import { isSubstantive } from './name-side.ts';
import { factsOfSubject, type SubjectFacts } from './facts.ts';
import { canonicalConfig, defaultPolicies, type Policies } from '../model/policies.ts';

/** Who is screened, under which options, made ready once. */
export interface Question {
  subject: Subject;
  schema: Schema;
  options: ScreeningOptions;
  policies: Policies;
  /** The name as shown; `''` when only identifiers are known. */
  rawName: string;
  /** Null when only identifiers are known. */
  name: PreparedName | null;
  facts: SubjectFacts;
  /** Forms that `exactMatch` compares; empty when it is off. */
  exactForms: readonly string[];
  /** Name scores below this cannot make a hit, whatever the evidence; 1 to 10,000. */
  neededNameScore: number;
  /** Threshold in hundredths. */
  threshold: number;
  config: string;
}

const mostCountries = 20;
const mostIdentifiers = 20;
const mostHits = 500;
const configs = new Map<string, string>();

function refuse(message: string): never {
  throw new ScreeningInputError(message);
}

function checkOptions(options: ScreeningOptions): void {
  const { matchThreshold, limit, lists } = options;
  if (lists.length === 0) refuse('at least one list is needed');
  for (const list of lists) if (!listTypes.includes(list)) refuse(`unknown list ${JSON.stringify(list)}`);
  if (!Number.isInteger(matchThreshold) || matchThreshold < 0 || matchThreshold > 100)
    refuse('matchThreshold is a whole number from 0 to 100');
  if (!Number.isInteger(limit) || limit < 1 || limit > mostHits)
    refuse(`limit is a whole number from 1 to ${String(mostHits)}`);
}

function checkSubject(subject: Subject): void {
  if (subject.schema !== undefined && !schemata.includes(subject.schema)) refuse('unknown schema');
  if ((subject.countries?.length ?? 0) > mostCountries) refuse(`at most ${String(mostCountries)} countries`);
  if ((subject.identifiers?.length ?? 0) > mostIdentifiers)
    refuse(`at most ${String(mostIdentifiers)} identifiers`);
}

/** The options and policies asked for last, as they were then, with what `configOf` gave. */
let latest: { options: ScreeningOptions; policies: Policies; config: string } | undefined;

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** Whether two objects have the same members; lists are compared by what they hold. */
function haveSameMembers<Members extends object>(one: Members, other: Members): boolean {
  const names = Object.keys(one) as (keyof Members)[];
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

/** A digest of options and policies. One question after the other has the same ones, which are not made a text again. */
function configOf(options: ScreeningOptions, policies: Policies): string {
  // Member by member, for callers may change an object that they asked with before.
  if (latest && haveSameMembers(options, latest.options) && haveSameMembers(policies, latest.policies))
    return latest.config;
  const config = digestOf(options, policies);
  latest = { ...structuredClone({ options, policies }), config };
  return config;
}

function digestOf(options: ScreeningOptions, policies: Policies): string {
  const text = canonicalConfig(options, policies);
  const known = configs.get(text);
  if (known !== undefined) return known;
  const config = createHash('sha256').update(text).digest('hex').slice(0, 16);
  if (configs.size >= 1_000) configs.clear();
  configs.set(text, config);
  return config;
}

/** Name of a subject made comparable, with the roles its parts give; null when it has no letter or digit. */
export function prepareSubject(subject: Subject): PreparedName | null {
  const raw = subjectName(subject);
  const kind = kindOfSchema(subject.schema ?? 'Person');
  if (isEmptyName(raw)) return null;
  checkName(raw, kind);
  const { firstName: first, lastName: last, secondLastName: secondLast } = subject;
  const hasParts = [first, last, secondLast].some((part) => part !== undefined && !isEmptyName(part));
  if (!hasParts) return prepareName(raw, kind);
  return prepareName(raw, kind, {
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
    ...(secondLast !== undefined && { secondLast }),
  });
}

/**
 * Whether a subject's name holds anything that can agree with another name: a word, a number. Initials, particles and legal forms
 * alone agree with everything and say nothing, so a search by them finds nobody whoever is listed.
 * @throws ScreeningInputError for a name too long
 */
export function hasComparableName(subject: Subject): boolean {
  return prepareSubject(subject)?.tokens.some((token) => isSubstantive(token.class)) ?? false;
}

/**
 * Checks and prepares what is to be screened.
 * @throws ScreeningInputError for a name too long, without a letter or digit and without an identifier; for options out of
 * range
 * @see spec/interface.md, search term
 */
export function prepareQuestion(
  subject: Subject,
  options: ScreeningOptions,
  policies: Policies = defaultPolicies,
): Question {
  checkOptions(options);
  checkSubject(subject);
  const name = prepareSubject(subject);
  const facts = factsOfSubject(subject);
  if (!name && (subject.identifiers ?? []).length === 0) refuse('a name needs at least one letter or digit');
  const threshold = options.matchThreshold * 100;
  return {
    subject,
    schema: subject.schema ?? 'Person',
    options,
    policies,
    rawName: subjectName(subject),
    name,
    facts,
    exactForms: options.exactMatch && name ? exactFormsOfSubject(subject) : [],
    neededNameScore: Math.max(1, threshold - mostGain(facts)),
    threshold,
    config: configOf(options, policies),
  };
}
