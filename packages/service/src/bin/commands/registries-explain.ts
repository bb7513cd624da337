import { type CommandInput, formatOf, requiredText, UsageError } from '@countersign/command-line';
import {
  claimedTokens,
  type CoName,
  type NameReading,
  registryNameSimilarity,
  registryTokens,
  type TokenPlace,
} from '@countersign/core';
import { type CommandResult, done } from '../command.ts';

/** The words of both names, used to spell out the places in an explanation. */
interface Words {
  claimed: readonly Word[];
  registry: readonly Word[];
}

interface Word {
  text: string;
  role: TokenPlace['role'];
}

/** One word of either name, its partner, and their comparison. */
interface ExplainedToken {
  claimed: string | null;
  registry: string | null;
  rule: string;
  /** 0–1; `null` without a partner. */
  score: number | null;
  /** In letters: the weight of a pair, or the cost of an unmatched word. */
  letters: number;
}

/**
 * Prints, word by word, how the similarity of a claimed name and a registry's is computed. Uses the typed names and calls no
 * registry.
 * @throws UsageError
 * @see spec/registries.md 7
 */
export function explainName(input: CommandInput): CommandResult {
  const claimed = { given: requiredText(input, 'given'), surname: requiredText(input, 'surnames') };
  const registry = registryName(requiredText(input, 'registry'));
  const truncated = input.options['truncated'] === true;
  const { score, explanation } = registryNameSimilarity(claimed, registry, { truncated });
  if (explanation === null) return done({ score: null }, 'one of the names is empty: there is no score');
  const words = {
    claimed: claimedTokens(claimed.given, claimed.surname),
    registry: registryTokens(registry),
  };
  const readings = explanation.readings.map(({ kind, value, reordered, guarded, ...reading }) => ({
    reading: kind,
    value: Math.round(value * 10) / 10,
    reordered,
    guarded,
    tokens: tokensOf(reading, words),
  }));
  const output = { score, decisive: explanation.decisive, readings };
  if (formatOf(input) === 'json') return done(output);
  const rows = readings.flatMap(({ reading, tokens }) => tokens.map((token) => ({ reading, ...token })));
  return done(rows, summary(output));
}

/** `FIRST|SECOND|SURNAME|PARTICLE|SURNAME`, as the civil registry stores a name. @throws UsageError */
function registryName(text: string): CoName {
  const parts = text.split('|').map((part) => part.trim() || null);
  if (parts.length !== 5)
    throw new UsageError(
      '--registry: must have five parts, GIVEN|GIVEN|SURNAME|PARTICLE|SURNAME, empty ones too',
    );
  const [firstGiven = null, secondGiven = null, firstSurname = null, particle = null, secondSurname = null] =
    parts;
  return { firstGiven, secondGiven, firstSurname, particle, secondSurname };
}

function tokensOf(
  { pairs, unmatched }: Pick<NameReading, 'pairs' | 'unmatched'>,
  words: Words,
): ExplainedToken[] {
  return [
    ...pairs.map(({ claimed, registry, rule, score, weight }) => ({
      claimed: wordAt(words.claimed, claimed),
      registry: wordAt(words.registry, registry),
      rule,
      score: Math.round(score * 1_000) / 1_000,
      letters: weight,
    })),
    ...unmatched.map(({ side, cost, ...place }) => ({
      claimed: side === 'claimed' ? wordAt(words.claimed, place) : null,
      registry: side === 'registry' ? wordAt(words.registry, place) : null,
      rule: 'no partner',
      score: null,
      letters: cost,
    })),
  ];
}

const wordAt = (words: readonly Word[], { role, position }: Pick<TokenPlace, 'role' | 'position'>): string =>
  words.filter((word) => word.role === role)[position]?.text ?? '';

interface Summarised {
  score: number | null;
  decisive: string;
  readings: readonly { reading: string; value: number; reordered: boolean; guarded: boolean }[];
}

function summary({ score, decisive, readings }: Summarised): string {
  const lines = readings.map(({ reading, value, reordered, guarded }) =>
    [
      `${reading}: ${value}`,
      ...(reordered ? ['in another order (× 0.97)'] : []),
      ...(guarded ? ['no given name or no surname recognised (at most 80)'] : []),
    ].join(', '),
  );
  return [...lines, `score ${score}, by ${decisive}`].join('\n');
}
