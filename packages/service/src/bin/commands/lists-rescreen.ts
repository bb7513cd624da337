import { createIndexScreener } from '@countersign/screening';
import type { Shell } from '../../shell.ts';
import { dryRun, type Screen } from '../../usecases/compare-anew.ts';
import { planRescreening } from '../../usecases/monitor-rescreen.ts';
import {
  type Command,
  type CommandResult,
  done,
  exitCodes,
  identifierText,
  notDone,
  optionalText,
} from '../command.ts';
import { listsInForce } from './screening-rules.ts';

/** Verbs on whoever is monitored; unlike the other verbs on watchlists they need the database. */
export const listsRescreenCommands: Command[] = [
  {
    name: 'lists rescreen',
    usage: '[--integration INTEGRATION] [--dry-run]',
    about:
      'screens monitored people anew with the lists, engine and settings in force; --dry-run only says which alerts would come and go',
    positionals: 0,
    options: { integration: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    run: async (shell, input) => {
      const given = optionalText(input, 'integration');
      const integrationId = given === undefined ? null : identifierText(given);
      if (input.options['dry-run'] === true) return tried(shell, integrationId);
      const planned = await planRescreening(shell)({ integrationId, actor: 'cli' });
      return planned.outcome === 'planned'
        ? done(planned, 'The workers screen them; clients are told of changes alone.')
        : notDone(planned.outcome);
    },
  },
];

async function tried(shell: Shell, integrationId: string | null): Promise<CommandResult> {
  const lists = await listsInForce(shell.config.screeningDir);
  if (lists === null) return { exitCode: exitCodes.refused, output: null, note: 'no lists are loaded' };
  const screener = createIndexScreener(lists.snapshot, { policies: lists.policies });
  // Names of countries play no part in a comparison.
  const screen: Screen = (subject, options) =>
    screener.screen(subject, options).hits.map((hit) => ({ ...hit, countryNames: [] }));
  const { screened, changed, changes } = await dryRun(shell, screen, { integrationId });
  return done(changes, `${screened} screened, ${changed} would be told of a change. Nothing was written.`);
}
