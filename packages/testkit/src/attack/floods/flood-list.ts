import type { VictimFlow } from './plans.ts';

/** A flood with its victim and the unit of its reported cost. */
export interface FloodCase {
  name: string;
  /** Kind in flood-kinds.ts. */
  kind: string;
  ids: readonly string[];
  victim: VictimFlow;
  cost: 'per MB' | 'per 1,000 connections' | 'per 1,000 requests';
  prepare?: 'pictures' | 'webhooks' | 'medium';
}

/** All floods, in the order in which they run. Pictures are last, because their remains wait for the next process. */
export const floodCases: readonly FloodCase[] = [
  {
    name: '2,000 hostile connections from 250 addresses',
    kind: 'hostile connections',
    ids: ['item 2', 'numbers'],
    victim: 'calls',
    cost: 'per 1,000 connections',
  },
  {
    name: '2,000 hostile connections from one address',
    kind: 'hostile connections of one address',
    ids: ['item 2', 'numbers'],
    victim: 'calls',
    cost: 'per 1,000 connections',
  },
  {
    name: '1,000 bodies of 1 MiB with only a key',
    kind: 'unsigned bodies',
    ids: ['item 2'],
    victim: 'calls',
    cost: 'per MB',
  },
  {
    name: '16 uploads of 32 MiB announced',
    kind: 'announced uploads',
    ids: ['item 1'],
    victim: 'calls',
    cost: 'per 1,000 connections',
  },
  {
    name: 'wrong signatures',
    kind: 'wrong signatures',
    ids: ['item 9', 'H22'],
    victim: 'calls',
    cost: 'per 1,000 requests',
  },
  {
    name: 'wrongly signed uploads of 8 MiB',
    kind: 'wrongly signed uploads',
    ids: ['item 1', 'H22'],
    victim: 'calls',
    cost: 'per MB',
  },
  {
    name: 'wrongly signed uploads of 32 MiB of escapes',
    kind: 'escaped uploads',
    ids: ['item 4'],
    victim: 'calls',
    cost: 'per MB',
  },
  {
    name: '200 downloads that nobody reads',
    kind: 'unread downloads',
    ids: ['item 1', 'item 3'],
    victim: 'calls',
    cost: 'per 1,000 connections',
    prepare: 'medium',
  },
  {
    name: 'new connections as fast as they are taken',
    kind: 'new connections',
    ids: ['item 2'],
    victim: 'calls',
    cost: 'per 1,000 connections',
  },
  {
    name: 'webhooks to a listener that hangs',
    kind: 'hanging webhooks',
    ids: ['W9'],
    victim: 'approvals',
    cost: 'per 1,000 requests',
    prepare: 'webhooks',
  },
  {
    name: 'slow pictures',
    kind: 'slow pictures',
    ids: ['item 6'],
    victim: 'approvals',
    cost: 'per 1,000 requests',
    prepare: 'pictures',
  },
];
