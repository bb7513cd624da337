/**
 * Similarity of a claimed name and a registry's name. Ratios of whole strings fail on Latin American names. So tokens are paired by role,
 * and each unmatched token costs something, depending on its kind.
 * @see spec/registries.md 7
 */
import { assign } from './assignment.ts';
import {
  claimedTokens,
  registryTokens,
  type ClaimedToken,
  type CoNamePart,
  type NameRole,
  type RegistryToken,
} from './name-tokens.ts';
import type { CoName } from './port.ts';
import { tokenScore, type TokenRule, type TokenScore } from './token-score.ts';

export interface ClaimedName {
  given: string;
  surname: string;
}

/** Identifies a token by its position, never by its letters. */
export interface TokenPlace {
  role: NameRole;
  /** From 0, within its role; particles that were dropped do not count. */
  position: number;
  letters: number;
}

export interface TokenPair {
  claimed: TokenPlace;
  registry: TokenPlace & { part: CoNamePart };
  /** 0–1. */
  score: number;
  rule: TokenRule;
  /** Mean length of the two tokens, in letters. */
  weight: number;
}

/** `roles`: given names against given names, surnames against surnames. `bag`: all against all. */
export type NameReadingKind = 'roles' | 'bag';

/** One way to compare two names, and its result. */
export interface NameReading {
  kind: NameReadingKind;
  pairs: TokenPair[];
  /** Tokens without a partner; `cost` in letters. */
  unmatched: (TokenPlace & { side: 'claimed' | 'registry'; cost: number })[];
  /** The tokens of a role are in another order; multiplies the score by 0.97. */
  reordered: boolean;
  /** No given name or no surname of the registry was matched; limits the score to 80. */
  guarded: boolean;
  /** 0–100, not rounded. */
  value: number;
}

/** Why a name has its score, for the operator. Contains places, lengths and rules, and no letter of a name. */
export interface NameExplanation {
  /** The reading that gave the score. */
  decisive: NameReadingKind;
  readings: readonly [NameReading, NameReading];
}

export interface RegistryNameSimilarity {
  /** 0–100, one decimal; `null` when either side has no name at all. */
  score: number | null;
  /** `null` when there is no score. */
  explanation: NameExplanation | null;
}

const tokensPerRole = 8;
const bagUnmatchedCost = 0.5;
const reorderedFactor = 0.97;
const bagFactor = 0.97;
const recognisedFrom = 0.8;
const guardedMaximum = 80;
const truncatedMinimumLetters = 4;

interface Placed<Token> {
  token: Token;
  place: TokenPlace;
  /** Row or column of the scores. */
  index: number;
}
type Claimed = Placed<ClaimedToken>;
type Registered = Placed<RegistryToken>;

interface TwoNames {
  claimed: readonly Claimed[];
  registry: readonly Registered[];
  /** A row for each claimed token, a column for each of the registry's. */
  scores: readonly (readonly TokenScore[])[];
}

const different: TokenScore = { score: 0, rule: 'different' };

function placed<Token extends ClaimedToken | RegistryToken>(tokens: readonly Token[]): Placed<Token>[] {
  const next: Record<NameRole, number> = { given: 0, surname: 0 };
  return tokens.map((token, index) => ({
    token,
    place: { role: token.role, position: next[token.role]++, letters: token.text.length },
    index,
  }));
}

const takesPart = ({ place }: Placed<unknown>): boolean => place.position < tokensPerRole;

const ofRole = <Token>(tokens: readonly Placed<Token>[], role: NameRole): Placed<Token>[] =>
  tokens.filter(({ place }) => place.role === role);

const weightOf = (a: TokenPlace, b: TokenPlace): number => (a.letters + b.letters) / 2;

/** The best pairs of two lists, in the order of the claimed tokens. */
function pairsOf({ claimed, registry, scores }: TwoNames): TokenPair[] {
  const left = claimed.filter(takesPart);
  const right = registry.filter(takesPart);
  const scoreOf = (ours: Claimed, theirs: Registered) => scores[ours.index]?.[theirs.index] ?? different;
  const columns = assign(
    left.map((ours) =>
      right.map((theirs) => weightOf(ours.place, theirs.place) * scoreOf(ours, theirs).score),
    ),
  );
  const pairs: TokenPair[] = [];
  for (const [index, ours] of left.entries()) {
    const theirs = right[columns[index] ?? -1];
    if (theirs) pairs.push(pairOf(ours, theirs, scoreOf(ours, theirs)));
  }
  return pairs;
}

function pairOf({ place: claimed }: Claimed, { place, token }: Registered, given: TokenScore): TokenPair {
  const { role, position, letters } = place;
  const registry = { role, position, letters, part: token.part };
  return { claimed, registry, score: given.score, rule: given.rule, weight: weightOf(claimed, place) };
}

/** Whether tokens of one role, read from left to right, match the registry's tokens in another order. */
function isReordered(pairs: readonly TokenPair[], role: NameRole): boolean {
  let last = -1;
  for (const { claimed, registry } of pairs) {
    if (claimed.role !== role) continue;
    if (registry.position < last) return true;
    last = registry.position;
  }
  return false;
}

const samePlace = (a: TokenPlace, b: TokenPlace): boolean => a.role === b.role && a.position === b.position;

function leftOver(
  { claimed, registry }: TwoNames,
  pairs: readonly TokenPair[],
  kind: NameReadingKind,
): NameReading['unmatched'] {
  const unmatched: NameReading['unmatched'] = [];
  for (const { place } of claimed) {
    if (pairs.some((pair) => samePlace(pair.claimed, place))) continue;
    unmatched.push({ ...place, side: 'claimed', cost: place.letters });
  }
  for (const { place, token } of registry) {
    if (pairs.some((pair) => samePlace(pair.registry, place))) continue;
    const cost = place.letters * (kind === 'bag' ? bagUnmatchedCost : token.cost);
    unmatched.push({ ...place, side: 'registry', cost });
  }
  return unmatched;
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}

function pairsInRole({ claimed, registry, scores }: TwoNames, role: NameRole): TokenPair[] {
  return pairsOf({ claimed: ofRole(claimed, role), registry: ofRole(registry, role), scores });
}

/** Steps 6 to 9 for one reading. */
function read(names: TwoNames, kind: NameReadingKind): NameReading {
  const pairs =
    kind === 'bag' ? pairsOf(names) : [...pairsInRole(names, 'given'), ...pairsInRole(names, 'surname')];
  const unmatched = leftOver(names, pairs, kind);
  const reordered = kind === 'roles' && (isReordered(pairs, 'given') || isReordered(pairs, 'surname'));
  const recognised = (role: NameRole) =>
    pairs.some((pair) => pair.registry.role === role && pair.score >= recognisedFrom);
  const guarded = !recognised('given') || !recognised('surname');
  const matched = sumOf(pairs, (pair) => pair.weight * pair.score);
  const total = sumOf(pairs, (pair) => pair.weight) + sumOf(unmatched, (token) => token.cost);
  const factor = (reordered ? reorderedFactor : 1) * (kind === 'bag' ? bagFactor : 1);
  const value = ((100 * matched) / total) * factor;
  return {
    kind,
    pairs,
    unmatched,
    reordered,
    guarded,
    value: guarded ? Math.min(value, guardedMaximum) : value,
  };
}

/**
 * Scores every token against every token of the other name, once for both readings.
 * @param truncated the last given name of a zone whose end was cut off: it counts as whole if the registry's name begins with it
 */
function scoresOf(
  claimed: readonly Claimed[],
  registry: readonly Registered[],
  truncated: ClaimedToken | null,
): TokenScore[][] {
  return claimed.map((ours) =>
    registry.map((theirs) => {
      if (!takesPart(ours) || !takesPart(theirs)) return different;
      const plain = tokenScore(ours.token, theirs.token);
      const cutOff =
        ours.token === truncated &&
        ours.token.text.length >= truncatedMinimumLetters &&
        theirs.token.text.startsWith(ours.token.text);
      return cutOff && plain.score < 1 ? { score: 1, rule: 'truncated' } : plain;
    }),
  );
}

/**
 * Compares a claimed name with a registry's. Not symmetric: omitting a name costs less than adding one that the registry does not have.
 * @param options.truncated the claimed name was read from a machine-readable zone of full width: its last given name may be cut
 * @see spec/registries.md 7
 */
export function registryNameSimilarity(
  claimed: ClaimedName,
  registry: CoName,
  options: { truncated?: boolean } = {},
): RegistryNameSimilarity {
  const ours = claimedTokens(claimed.given, claimed.surname);
  const theirs = registryTokens(registry);
  if (ours.length === 0 || theirs.length === 0) return { score: null, explanation: null };
  const lastGiven = ours.findLast((token) => token.role === 'given') ?? null;
  const claimedPlaces = placed(ours);
  const registryPlaces = placed(theirs);
  const scores = scoresOf(claimedPlaces, registryPlaces, options.truncated ? lastGiven : null);
  const names: TwoNames = { claimed: claimedPlaces, registry: registryPlaces, scores };
  const roles = read(names, 'roles');
  const bag = read(names, 'bag');
  const decisive = bag.value > roles.value ? bag : roles;
  const clamped = Math.min(100, Math.max(0, decisive.value));
  return {
    score: Math.round(clamped * 10) / 10,
    explanation: { decisive: decisive.kind, readings: [roles, bag] },
  };
}
