import type { ValueChange } from '../../parts/value-changes.tsx';
import { valueText } from './settings.ts';

/** Of `integration proposals`, those that wait. */
export interface PrintedProposal {
  proposal: string;
  integrationId: string;
  state: 'open' | 'planned';
  effectiveAt: string | null;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** Settings that are others than when it was proposed. */
  changedMeanwhile: string[];
  reason: string;
  proposedBy: string;
  createdAt: string;
  approvedBy: string | null;
}

/** What is read anew after a proposal was made, approved or withdrawn. */
export const proposalTouches = [
  'integration proposals',
  'integration show',
  'integration history',
  'alerts list',
  'audit list',
];

/** Options of `integration try` that make the values of a proposal. */
export const trialOptions = ({ after }: PrintedProposal) => ({
  set: Object.entries(after).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
});

/** Values before and after, in the order in which the proposal names them. */
export const proposedValues = ({ before, after }: PrintedProposal): ValueChange[] =>
  Object.keys({ ...before, ...after }).map((name) => ({
    name,
    before: valueText(before[name]),
    after: valueText(after[name]),
  }));
