import { colombiaNoAnswer, type ColombiaResult } from '@countersign/contract';
import { colombianState, type CoState } from './colombian-states.ts';
import { firstRow, type Row } from './decision-table.ts';
import { registryNameSimilarity, type NameExplanation } from './name-similarity.ts';
import { colombianId } from './numbers/colombian-id.ts';
import type { CoAnswer, CoQuestion, IsoDate, RegistryResult } from './port.ts';
import { registryVerdict } from './registry-verdict.ts';
import type { CoInput, CoPolicy, Evaluated } from './verdict.ts';

/** The only part of an answer that is kept. Contains no name, number or date. */
export interface CoFindings {
  stateCode: number;
  /** Meaning of the state, for the operator. */
  meaning: string;
  /** According to the state or a date of death. */
  deceased: boolean;
  /** `not_compared`: at least one side does not have it. */
  issueDates: 'equal' | 'different' | 'not_compared';
  /** 0–100, one decimal; `null`: one side has no name. */
  similarity: number | null;
  /** Explains the similarity; `null` without a score. */
  explanation: NameExplanation | null;
}

/** An evaluated check. Only this, never the registry's answer, may be stored. @see spec/registries.md 10, 11 */
export interface CoEvaluated extends Evaluated<ColombiaResult> {
  /** `null` where the registry gave no usable answer. */
  findings: CoFindings | null;
}

/** All inputs of the decision rows. */
interface Facts {
  result: RegistryResult<CoAnswer> | null;
  question: CoQuestion | null;
  policy: CoPolicy;
  /** `null`: there is no answer, or its state is not in the table. */
  state: CoState | null;
  findings: CoFindings | null;
}

interface Cells extends Row<Facts> {
  similarity: 'score' | null;
  /** `by_state`: true, or false while the card is pending. */
  valid: boolean | 'by_state' | null;
  alive: true | false | null;
  verdict: readonly [reasonCode: 529 | 544, status: 'declined' | 'resubmission_requested'] | 'approved';
}

const declined = [529, 'declined'] as const;
const resubmission = [529, 'resubmission_requested'] as const;
const noAnswer = [544, 'declined'] as const;

/** @see spec/registries.md 6.3 */
const rows: readonly Cells[] = [
  {
    id: 'C1',
    applies: ({ result, state }) =>
      result?.kind === 'unavailable' ||
      result?.kind === 'technical' ||
      (result?.kind === 'answered' && state === null),
    similarity: null,
    valid: null,
    alive: null,
    verdict: noAnswer,
  },
  {
    id: 'C2',
    applies: ({ result, question }) =>
      question === null || result?.kind === 'rejected' || result?.kind === 'not_found',
    similarity: null,
    valid: false,
    alive: null,
    verdict: declined,
  },
  {
    id: 'C3',
    applies: ({ findings }) => findings?.deceased === true,
    similarity: 'score',
    valid: false,
    alive: false,
    verdict: declined,
  },
  {
    id: 'C4',
    applies: ({ state }) => state?.standing === 'invalid',
    similarity: 'score',
    valid: false,
    alive: true,
    verdict: declined,
  },
  {
    id: 'C5',
    applies: ({ findings }) => findings?.issueDates === 'different',
    similarity: 'score',
    valid: false,
    alive: true,
    verdict: declined,
  },
  {
    id: 'C6',
    applies: ({ findings }) => findings?.similarity === null,
    similarity: null,
    valid: 'by_state',
    alive: true,
    verdict: declined,
  },
  {
    id: 'C7',
    applies: ({ findings, policy }) => findings !== null && (findings.similarity ?? 0) < policy.resubmitFrom,
    similarity: 'score',
    valid: 'by_state',
    alive: true,
    verdict: declined,
  },
  {
    id: 'C8',
    applies: ({ state }) => state?.standing === 'pending',
    similarity: 'score',
    valid: false,
    alive: true,
    verdict: resubmission,
  },
  {
    id: 'C9',
    applies: ({ findings, policy }) => findings !== null && (findings.similarity ?? 0) <= policy.passAbove,
    similarity: 'score',
    valid: true,
    alive: true,
    verdict: resubmission,
  },
  {
    id: 'C10',
    applies: ({ findings }) => findings !== null,
    similarity: 'score',
    valid: true,
    alive: true,
    verdict: 'approved',
  },
];

/**
 * The query to the registry, in the domain's terms.
 * @returns `null` when type or number are missing or of impossible shape, or, by data, names or day of issue are missing: the registry
 * is not called, and `evaluateCo` returns the verdict
 * @see spec/registries.md 6.1, 12.7
 */
export const questionCo = (input: CoInput): CoQuestion | null => {
  const { idType, number } = input;
  return idType === undefined || number === undefined || lacksData(input)
    ? null
    : colombianId(idType, number);
};

/** @see spec/contract.md A-133 */
const lacksData = ({ byData, givenNames, surnames, firstIssue }: CoInput): boolean =>
  byData === true && [givenNames, surnames, firstIssue].includes(undefined);

/**
 * The check against Colombia's civil registry: total, every combination has exactly one answer. The names in the answer never
 * leave this function.
 * @see spec/registries.md 6.3
 * @see spec/contract.md A-62
 */
export function evaluateCo(
  input: CoInput,
  policy: CoPolicy,
  result: RegistryResult<CoAnswer> | null,
): 'call' | CoEvaluated {
  const answer = result?.kind === 'answered' ? result.answer : null;
  const state = answer && colombianState(answer.stateCode);
  const findings = answer && state ? findingsOf(input, answer, state) : null;
  const facts: Facts = { result, question: questionCo(input), policy, state, findings };
  const row = firstRow(rows, facts);
  if (row === 'call') return row;
  const verdict = row.verdict === 'approved' ? registryVerdict(null) : registryVerdict(...row.verdict);
  return { object: objectOf(row, facts), verdict, row: row.id, findings };
}

function findingsOf(input: CoInput, answer: CoAnswer, { standing, meaning }: CoState): CoFindings {
  const { score, explanation } = registryNameSimilarity(
    { given: input.givenNames ?? '', surname: input.surnames ?? '' },
    answer.name,
    { truncated: input.truncated === true },
  );
  return {
    stateCode: answer.stateCode,
    meaning,
    deceased: standing === 'deceased' || Boolean(answer.deathDate),
    issueDates: compareDates(input.firstIssue, answer.issuedOn),
    similarity: score,
    explanation,
  };
}

function compareDates(ours: IsoDate | undefined, theirs: IsoDate | undefined): CoFindings['issueDates'] {
  if (!ours || !theirs) return 'not_compared';
  return ours === theirs ? 'equal' : 'different';
}

function objectOf(row: Cells, { policy, state, findings }: Facts): ColombiaResult {
  const unanswered = row.id === 'C1';
  return {
    countryRegistry: unanswered ? null : 'CO',
    registryName: unanswered ? null : policy.registryName,
    fullNameSimilarity: row.similarity === 'score' ? (findings?.similarity ?? null) : null,
    documentValid: row.valid === 'by_state' ? state?.standing === 'in_force' : row.valid,
    personIsAlive: row.alive,
    ...(unanswered ? { error: [colombiaNoAnswer] } : {}),
  };
}
