import type { ReadOptions } from '@countersign/contract';
import type { Caller } from './caller.ts';

/** Options for the contract's parsers, from an integration and the current day. */
export const readOptionsOf = ({ mode, settings }: Pick<Caller, 'mode' | 'settings'>): ReadOptions => ({
  today: new Date().toISOString().slice(0, 10),
  mexico: settings.registry === 'MX_INE',
  registryAlone: settings.identityVerification ? null : settings.registry,
  allowLoopbackHttpCallback: mode === 'test',
});
