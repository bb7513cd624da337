import type { ValueChange } from '../../parts/value-changes.tsx';
import { valueText } from './settings.ts';

/** A pending entry of `integration proposals`. */
export interface PrintedProposal {
  proposal: string;
  integrationId: string;
  state: 'open' | 'planned';
  effectiveAt: string | null;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** Settings that have changed since the proposal was made. */
  changedMeanwhile: string[];
  reason: string;
  proposedBy: string;
  createdAt: string;
  approvedBy: string | null;
}

/** Queries to refresh after a proposal was made, approved or withdrawn. */
export const proposalTouches = [
  'integration proposals',
  'integration show',
  'integration history',
  'alerts list',
  'audit list',
];

/** Options of `integration try` that apply the values of a proposal. */
export const trialOptions = ({ after }: PrintedProposal) => ({
  set: Object.entries(after).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
});

/** Values before and after, in the order of the proposal. */
export const proposedValues = ({ before, after }: PrintedProposal): ValueChange[] =>
  Object.keys({ ...before, ...after }).map((name) => ({
    name,
    before: valueText(before[name]),
    after: valueText(after[name]),
  }));
