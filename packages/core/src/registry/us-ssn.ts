import type { ValidationResult } from '@countersign/contract';
import { firstRow, isGiven, type Row } from './decision-table.ts';
import type { MatchLevel, RegistryResult, UsAnswer, UsField, UsQuestion } from './port.ts';
import { registryVerdict } from './registry-verdict.ts';
import type { Evaluation } from './verdict.ts';

/** All inputs of the decision rows. */
interface Facts {
  question: UsQuestion;
  result: RegistryResult<UsAnswer> | null;
  /** `null`: there is no usable answer. */
  compared: UsAnswer['compared'] | null;
}

const isFull = ({ compared }: Facts, field: UsField): boolean => compared?.[field] === 'full_match';

/** A full name stands in for both of its parts. */
const noSuppliedNameDiffers = ({ question, compared }: Facts): boolean =>
  (['firstName', 'lastName'] as const).every(
    (field) => !(isGiven(question[field]) || isGiven(question.fullName)) || compared?.[field] !== 'no_match',
  );

/** @see spec/contract.md A-34 */
const rows: readonly (Row<Facts> & { reasonCode: 123 | 901 | null })[] = [
  { id: 'U1', applies: ({ result, compared }) => result !== null && compared === null, reasonCode: 901 },
  {
    id: 'U2',
    applies: (facts) =>
      isFull(facts, 'idNumber') &&
      noSuppliedNameDiffers(facts) &&
      (isFull(facts, 'dateOfBirth') || isFull(facts, 'address')),
    reasonCode: null,
  },
  { id: 'U3', applies: ({ compared }) => compared !== null, reasonCode: 123 },
];

/**
 * The United States' check of a Social Security number: total, every combination has exactly one answer. The object is
 * `validationResults`, `[]` without a usable answer. The registry must always be called first.
 * @see spec/contract.md A-34, A-51
 */
export function evaluateUs(
  question: UsQuestion,
  result: RegistryResult<UsAnswer> | null,
): Evaluation<ValidationResult[]> {
  const compared = result && comparedBy(result);
  const row = firstRow(rows, { question, result, compared });
  if (row === 'call') return row;
  const object = compared ? [{ registryName: 'ssn', ...inWireOrder(compared) }] : [];
  return { object, verdict: registryVerdict(row.reasonCode), row: row.id };
}

const notCompared: Record<UsField, MatchLevel | null> = {
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  idNumber: null,
};

/** A number that the registry does not know, or rejects, does not match. */
function comparedBy(result: RegistryResult<UsAnswer>): UsAnswer['compared'] | null {
  if (result.kind === 'answered') return result.answer.compared;
  const isUnknown =
    result.kind === 'not_found' || (result.kind === 'rejected' && result.input === 'id_number');
  return isUnknown ? { ...notCompared, idNumber: 'no_match' } : null;
}

/** Members missing from the answer were not compared; anything else it contains is dropped. */
function inWireOrder(compared: UsAnswer['compared']): Record<UsField, MatchLevel | null> {
  const { firstName, lastName, dateOfBirth, address, city, state, zip, idNumber } = {
    ...notCompared,
    ...compared,
  };
  return { firstName, lastName, dateOfBirth, address, city, state, zip, idNumber };
}
