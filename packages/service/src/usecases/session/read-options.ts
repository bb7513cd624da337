import type { ReadOptions } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import type { Caller } from './caller.ts';

/**
 * Options for the contract's parsers, from an integration and the present day by the clock of the database.
 * @see spec/contract.md A-451
 */
export const readOptions =
  ({ keyRing }: Pick<ServiceContext, 'keyRing'>) =>
  ({ mode, settings }: Pick<Caller, 'mode' | 'settings'>): ReadOptions => ({
    today: keyRing.today(),
    mexico: settings.registry === 'MX_INE',
    registryAlone: settings.identityVerification ? null : settings.registry,
    allowLoopbackHttpCallback: mode === 'test',
  });
