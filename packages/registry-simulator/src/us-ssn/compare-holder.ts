import type { MatchLevel, UsAnswer, UsQuestion } from '@countersign/core';
import type { SsnHolder } from './scenarios.ts';

/** Letters and digits in lower case with single spaces: `12 Example St.` and `12 example st` are equal. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Compares names; a shortened one (`M`, `Marl`) is a partial match. */
function compareName(given: string, held: string): MatchLevel {
  const [sent, known] = [plain(given), plain(held)];
  if (sent === known) return 'full_match';
  return sent !== '' && known.startsWith(sent) ? 'partial_match' : 'no_match';
}

/** The first and the last word of a full name; `Marlon J. Tavistock` sets both members. */
function namesOf({ firstName, lastName, fullName }: UsQuestion): {
  first: string | null;
  last: string | null;
} {
  const words = plain(fullName ?? '').split(' ');
  const whole = fullName === undefined ? null : words;
  return {
    first: firstName ?? whole?.[0] ?? null,
    last: lastName ?? whole?.at(-1) ?? null,
  };
}

/** Sent parts that are missing from the record count against it: all parts found is full, some partial, none no match. */
function compareAddress(question: UsQuestion, held: SsnHolder): MatchLevel | null {
  const { address: sent } = question;
  if (sent === undefined) return null;
  const { houseNumber, street, postcode } = held.address;
  const known = [houseNumber, street, postcode].map(plain);
  const isIn = (part: string): boolean =>
    sent.fullAddress === undefined
      ? [sent.houseNumber, sent.street, sent.postcode].some(
          (text) => text !== undefined && plain(text) === part,
        )
      : ` ${plain(sent.fullAddress)} `.includes(` ${part} `);
  const found = known.filter(isIn).length;
  if (found === known.length) return 'full_match';
  return found === 0 ? 'no_match' : 'partial_match';
}

/**
 * Compares the sent data with the record; a field that was not sent is `null`. City and state are only compared as part of a full
 * address.
 */
export function compareHolder(question: UsQuestion, held: SsnHolder): UsAnswer['compared'] {
  const { first, last } = namesOf(question);
  const full = question.address?.fullAddress;
  const within = (part: string): MatchLevel | null => {
    if (full === undefined) return null;
    return ` ${plain(full)} `.includes(` ${plain(part)} `) ? 'full_match' : 'no_match';
  };
  const { dateOfBirth, address } = question;
  const postcode = question.address?.postcode;
  return {
    firstName: first === null ? null : compareName(first, held.firstName),
    lastName: last === null ? null : compareName(last, held.lastName),
    dateOfBirth:
      dateOfBirth === undefined ? null : dateOfBirth === held.dateOfBirth ? 'full_match' : 'no_match',
    address: address === undefined ? null : compareAddress(question, held),
    city: within(held.address.city),
    state: within(held.address.state),
    zip:
      postcode === undefined
        ? within(held.address.postcode)
        : plain(postcode) === held.address.postcode
          ? 'full_match'
          : 'no_match',
    idNumber: 'full_match',
  };
}
