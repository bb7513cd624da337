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

/** The subject and the options of a screening, prepared once. */
export interface Question {
  subject: Subject;
  schema: Schema;
  options: ScreeningOptions;
  policies: Policies;
  /** The name as displayed; `''` if only identifiers are known. */
  rawName: string;
  /** Null if only identifiers are known. */
  name: PreparedName | null;
  facts: SubjectFacts;
  /** Forms that `exactMatch` compares; empty if it is off. */
  exactForms: readonly string[];
  /** Name scores below this cannot produce a hit, whatever the evidence; 1 to 10,000. */
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

/** A copy of the latest options and policies, with the result of `configOf`. */
let latest: { options: ScreeningOptions; policies: Policies; config: string } | undefined;

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** Whether two objects have equal members; lists are compared by content. */
function haveSameMembers<Members extends object>(one: Members, other: Members): boolean {
  const names = Object.keys(one) as (keyof Members)[];
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

/** A digest of options and policies. Consecutive questions usually have the same ones, which are not serialised again. */
function configOf(options: ScreeningOptions, policies: Policies): string {
  // Compared member by member, because callers may modify an options object after using it.
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

/** Prepares a subject's name for comparison, with the roles of its parts; null if it has no letter or digit. */
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
 * Whether a subject's name contains anything that can agree with another name: a word or a number. Initials, particles and legal forms
 * alone match everything and mean nothing, so a search for them finds no entity, whoever is listed.
 * @throws ScreeningInputError if the name is too long
 */
export function hasComparableName(subject: Subject): boolean {
  return prepareSubject(subject)?.tokens.some((token) => isSubstantive(token.class)) ?? false;
}

/**
 * Validates and prepares a screening.
 * @throws ScreeningInputError if the name is too long, if there is neither a letter or digit nor an identifier, or if options are out of
 *   range
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
