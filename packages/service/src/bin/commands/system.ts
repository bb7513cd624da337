import { exitCodes } from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import { readSystem, type SystemPart } from '../../usecases/operator/system-state.ts';
import { type Command, done } from '../command.ts';
import { registryCertificates } from './registries-settings.ts';

const day = 86_400_000;
/** How many days before it expires a certificate should be renewed; a registry may take weeks to do so. */
const renewDays = 30;

/** Verbs on the installation as a whole. */
export const systemCommands: Command[] = [
  {
    name: 'system show',
    about:
      'prints the state of release, database, clocks, migrations, storage, keys, certificates, registries, proxies, e-mail and backups; exits with status 1 if one has a fault',
    arguments: [],
    options: {},
    example: 'system show --json',
    run: async (ctx) => {
      const parts = [...(await readSystem(ctx)()), ...certificateParts(ctx.config)];
      const faults = parts.filter(({ state }) => state === 'fault');
      if (faults.length === 0) return done(parts);
      const note = faults.map(({ part, detail }) => `${part}: ${detail}`).join('\n');
      return { exitCode: exitCodes.finding, output: parts, note };
    },
  },
];

function certificateParts(config: Config): SystemPart[] {
  const part = 'registry certificates';
  try {
    const found = registryCertificates(config);
    if (found.length === 0) return [{ part, state: 'info', detail: 'no registry is shown one' }];
    return found.map(({ place, ends }): SystemPart => {
      if (ends === null)
        return {
          part,
          state: 'warning',
          detail: `${place}: this process cannot read it; "registries check" prints why`,
        };
      const left = Math.floor((ends.getTime() - Date.now()) / day);
      const until = `${place}: until ${ends.toISOString().slice(0, 10)}`;
      if (left < 0) return { part, state: 'fault', detail: `${until}, which is over` };
      return left < renewDays
        ? { part, state: 'warning', detail: `${until}, in ${left} days: renew it` }
        : { part, state: 'ok', detail: until };
    });
  } catch (error) {
    return [{ part, state: 'warning', detail: error instanceof Error ? error.message : String(error) }];
  }
}
