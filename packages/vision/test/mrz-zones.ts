import { checkDigit } from '../src/mrz/check-digits.ts';
import { zoneFormats } from '../src/mrz/formats.ts';
import type { MrzFormat } from '@countersign/findings';
import type { Random } from '../tools/mrz-random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

const some = (random: Random, characters: string, length: number): string =>
  Array.from({ length }, () => characters.charAt(random.below(characters.length))).join('');
const word = (random: Random): string => some(random, LETTERS, 2 + random.below(9));
const filled = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<');
const date = (random: Random): string =>
  some(random, DIGITS, 2) +
  String(1 + random.below(12)).padStart(2, '0') +
  String(1 + random.below(28)).padStart(2, '0');

function names(random: Random, length: number): string {
  const given = Array.from({ length: 1 + random.below(3) }, () => word(random)).join('<');
  const family = random.chance(0.3) ? `${word(random)}<${word(random)}` : word(random);
  return filled(`${family}<<${given}`, length);
}

function withChecks(format: MrzFormat, lines: string[]): string[] {
  const result = [...lines];
  for (const name of ['number', 'birth', 'expiry', 'optional', 'composite'] as const) {
    const rule = zoneFormats[format].checks[name];
    if (!rule) continue;
    const covered = rule.over.map((part) => (result[part.line] ?? '').slice(part.start, part.end)).join('');
    const line = result[rule.at.line] ?? '';
    const digit = String(checkDigit(covered));
    result[rule.at.line] = line.slice(0, rule.at.column) + digit + line.slice(rule.at.column + 1);
  }
  return result;
}

/** An invented zone of the given format in state UTO, with computed check digits. */
export function inventZone(format: MrzFormat, random: Random): string[] {
  const number = filled(some(random, LETTERS + DIGITS, 7 + random.below(3)), 9);
  const sex = 'MF<'.charAt(random.below(3));
  const optional = (length: number) =>
    filled(random.chance(0.5) ? some(random, LETTERS + DIGITS, random.below(length)) : '', length);
  const second = `${number}0UTO${date(random)}0${sex}${date(random)}0`;
  if (format === 'TD1') {
    const first = `I<UTO${number}0${optional(15)}`;
    const middle = `${date(random)}0${sex}${date(random)}0UTO${optional(11)}0`;
    return withChecks(format, [first, middle, names(random, 30)]);
  }
  if (format === 'TD2') return withChecks(format, [`I<UTO${names(random, 31)}`, `${second}${optional(7)}0`]);
  if (format === 'TD3')
    return withChecks(format, [`P<UTO${names(random, 39)}`, `${second}${optional(14)}00`]);
  if (format === 'MRVA') return withChecks(format, [`V<UTO${names(random, 39)}`, `${second}${optional(16)}`]);
  if (format === 'MRVB') return withChecks(format, [`V<UTO${names(random, 31)}`, `${second}${optional(8)}`]);
  const first = `IDFRA${filled(word(random), 25)}${some(random, DIGITS, 6)}`;
  const given = filled(word(random), 14);
  return withChecks(format, [
    first,
    `${some(random, DIGITS, 12)}0${given}${date(random)}0${sex === '<' ? 'F' : sex}0`,
  ]);
}
