/**
 * How alike a claimed name and a registry's name are. Whole-string ratios fail on Latin American names; tokens are paired by
 * role instead, and what is left over costs by what it is.
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

/** A token by its place, never by its letters. */
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

/** One way to compare two names, and what came of it. */
export interface NameReading {
  kind: NameReadingKind;
  pairs: TokenPair[];
  /** Tokens without a partner; `cost` in letters. */
  unmatched: (TokenPlace & { side: 'claimed' | 'registry'; cost: number })[];
  /** Some role's tokens stand in another order: times 0.97. */
  reordered: boolean;
  /** No given name or no surname of the registry was recognised: at most 80. */
  guarded: boolean;
  /** 0–100, not rounded. */
  value: number;
}

/** Why a name scored as it did, for the operator. Holds places, lengths and rules, and no letter of a name. */
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
}

type Score = (claimed: Placed<ClaimedToken>, registry: Placed<RegistryToken>) => TokenScore;

function placed<Token extends ClaimedToken | RegistryToken>(tokens: readonly Token[]): Placed<Token>[] {
  const next: Record<NameRole, number> = { given: 0, surname: 0 };
  return tokens.map((token) => ({
    token,
    place: { role: token.role, position: next[token.role]++, letters: token.text.length },
  }));
}

const takesPart = ({ place }: Placed<unknown>): boolean => place.position < tokensPerRole;

/** The best pairs of two lists, in the order of the claimed tokens. */
function pairsOf(
  claimed: readonly Placed<ClaimedToken>[],
  registry: readonly Placed<RegistryToken>[],
  score: Score,
): TokenPair[] {
  const left = claimed.filter(takesPart);
  const right = registry.filter(takesPart);
  const weights = left.map((ours) =>
    right.map((theirs) => weightOf(ours.place, theirs.place) * score(ours, theirs).score),
  );
  const columns = assign(weights);
  return left.flatMap((ours, index) => {
    const theirs = right[columns[index] ?? -1];
    return theirs ? [pairOf(ours, theirs, score)] : [];
  });
}

const weightOf = (a: TokenPlace, b: TokenPlace): number => (a.letters + b.letters) / 2;

const pairOf = (ours: Placed<ClaimedToken>, theirs: Placed<RegistryToken>, score: Score): TokenPair => ({
  claimed: ours.place,
  registry: { ...theirs.place, part: theirs.token.part },
  ...score(ours, theirs),
  weight: weightOf(ours.place, theirs.place),
});

/** Left to right, the tokens of one role lead to earlier and earlier tokens of the registry at some point. */
const isReordered = (pairs: readonly TokenPair[], role: NameRole): boolean => {
  const positions = pairs.filter((pair) => pair.claimed.role === role).map((pair) => pair.registry.position);
  return positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0));
};

const samePlace = (a: TokenPlace, b: TokenPlace): boolean => a.role === b.role && a.position === b.position;

interface TwoNames {
  claimed: readonly Placed<ClaimedToken>[];
  registry: readonly Placed<RegistryToken>[];
  score: Score;
}

function leftOver({ claimed, registry }: TwoNames, pairs: readonly TokenPair[], kind: NameReadingKind) {
  const ours = claimed
    .filter(({ place }) => !pairs.some((pair) => samePlace(pair.claimed, place)))
    .map(({ place }) => ({ ...place, side: 'claimed' as const, cost: place.letters }));
  const theirs = registry
    .filter(({ place }) => !pairs.some((pair) => samePlace(pair.registry, place)))
    .map(({ place, token }) => ({
      ...place,
      side: 'registry' as const,
      cost: place.letters * (kind === 'bag' ? bagUnmatchedCost : token.cost),
    }));
  return [...ours, ...theirs];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Steps 6 to 9 for one reading. */
function read(names: TwoNames, kind: NameReadingKind): NameReading {
  const { claimed, registry, score } = names;
  const ofRole = <Token extends { role: NameRole }>(tokens: readonly Placed<Token>[], role: NameRole) =>
    tokens.filter(({ token }) => token.role === role);
  const pairs =
    kind === 'bag'
      ? pairsOf(claimed, registry, score)
      : (['given', 'surname'] as const).flatMap((role) =>
          pairsOf(ofRole(claimed, role), ofRole(registry, role), score),
        );
  const unmatched = leftOver(names, pairs, kind);
  const reordered = kind === 'roles' && (isReordered(pairs, 'given') || isReordered(pairs, 'surname'));
  const recognised = (role: NameRole) =>
    pairs.some((pair) => pair.registry.role === role && pair.score >= recognisedFrom);
  const guarded = !recognised('given') || !recognised('surname');
  const matched = sum(pairs.map((pair) => pair.weight * pair.score));
  const total = sum(pairs.map((pair) => pair.weight)) + sum(unmatched.map((token) => token.cost));
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

/** The last given name of a zone that was cut is whole when the registry's begins with it. */
function scoreWith(truncated: ClaimedToken | null): Score {
  const known = new Map<ClaimedToken, Map<RegistryToken, TokenScore>>();
  const score = (claimed: ClaimedToken, registry: RegistryToken): TokenScore => {
    const plain = tokenScore(claimed, registry);
    const cutOff =
      claimed === truncated &&
      claimed.text.length >= truncatedMinimumLetters &&
      registry.text.startsWith(claimed.text);
    return cutOff && plain.score < 1 ? { score: 1, rule: 'truncated' } : plain;
  };
  return ({ token: claimed }, { token: registry }) => {
    const row = known.get(claimed) ?? new Map<RegistryToken, TokenScore>();
    known.set(claimed, row);
    const found = row.get(registry) ?? score(claimed, registry);
    row.set(registry, found);
    return found;
  };
}

/**
 * Compares a claimed name with a registry's. Not symmetric: leaving a name out costs less than adding one that the registry
 * does not hold.
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
  const names: TwoNames = {
    claimed: placed(ours),
    registry: placed(theirs),
    score: scoreWith(options.truncated ? lastGiven : null),
  };
  const roles = read(names, 'roles');
  const bag = read(names, 'bag');
  const decisive = bag.value > roles.value ? bag : roles;
  const clamped = Math.min(100, Math.max(0, decisive.value));
  return {
    score: Math.round(clamped * 10) / 10,
    explanation: { decisive: decisive.kind, readings: [roles, bag] },
  };
}
