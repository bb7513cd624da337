import type { DecisionAnswer, RefusedRequest } from '../api-client.ts';
import type { DecidedStatus, Expected, Refused, Scenario } from './scenario.ts';

type Decision = NonNullable<DecisionAnswer['verification']>;

/** The outcome of a scenario. */
export type Outcome = { decision: Decision } | { refused: RefusedRequest };

/** `verification.code` by status. @see spec/contract.md A-47 */
const decisionCodes: Readonly<Record<DecidedStatus, number>> = {
  approved: 9001,
  declined: 9102,
  resubmission_requested: 9103,
  expired: 9104,
  abandoned: 9104,
  review: 9121,
};

/** Differences from the expectation; empty if there are none. */
export function judge(expected: Scenario['expected'], got: Outcome): string[] {
  if ('request' in expected) return judgeRefusal(expected, got);
  if ('refused' in got) return [`${describeRefusal(got.refused)}, expected a decision`];
  return [...judgeOutcome(expected, got.decision), ...judgePublished(expected, got.decision)];
}

function judgeRefusal({ status, code }: Refused, got: Outcome): string[] {
  if (!('refused' in got)) return ['the request was accepted'];
  const { refused } = got;
  return refused.status === status && refused.code === code
    ? []
    : [`${describeRefusal(refused)}, expected ${status} ${code}`];
}

const describeRefusal = ({ status, code }: RefusedRequest): string => `refused with ${status} ${code}`;

function judgeOutcome(expected: Expected, decision: Decision): string[] {
  const { status, code, reasonCode, reason } = decision;
  const labels = labelsOf(decision);
  const wanted = [...(expected.labels ?? [])].sort();
  return [
    status === expected.status ? null : `status: ${status}, expected ${expected.status}`,
    code === decisionCodes[expected.status] || status !== expected.status ? null : `code: ${code}`,
    reasonCode === expected.code ? null : `reasonCode: ${reasonCode}, expected ${expected.code}`,
    expected.reason === undefined || reason === expected.reason
      ? null
      : `reason: "${reason}", expected "${expected.reason}"`,
    labels.join() === wanted.join()
      ? null
      : `labels: ${labels.join(', ') || 'none'}, expected ${wanted.join(', ') || 'none'}`,
  ].filter((difference) => difference !== null);
}

/** Names of a decision's risk labels, sorted. */
export function labelsOf(decision: Decision): string[] {
  const labels = (decision['riskLabels'] ?? []) as readonly { label: string }[];
  return labels.map(({ label }) => label).sort();
}

function judgePublished({ published = {} }: Expected, decision: Decision): string[] {
  return Object.entries(published).flatMap(([path, wanted]) => {
    const value = valueAt(decision, path.split('.'));
    return same(path, value, wanted)
      ? []
      : [
          `${path}: ${value === null ? 'null' : `"${value}"`}, expected ${wanted === null ? 'null' : `"${wanted}"`}`,
        ];
  });
}

/** A member as text; `null` if it is absent or null. */
function valueAt(object: unknown, [name, ...rest]: string[]): string | null {
  if (name === undefined) {
    if (object === null || object === undefined) return null;
    return typeof object === 'string' ? object : JSON.stringify(object);
  }
  if (typeof object !== 'object' || object === null) return null;
  return valueAt((object as Record<string, unknown>)[name], rest);
}

const names = /^person\.(firstName|lastName|fullName|placeOfBirth)$/;

/** MRZs have neither accents nor lower case, so both spellings of a name are right. */
const same = (path: string, value: string | null, wanted: string | null): boolean =>
  value !== null && wanted !== null && names.test(path) ? plain(value) === plain(wanted) : value === wanted;

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase();
