import { exitCodes, optionalText } from '@countersign/command-line';
import { createIndexScreener } from '@countersign/screening';
import type { ServiceContext } from '../../context.ts';
import { dryRun, type Screen } from '../../usecases/watchlist/compare-anew.ts';
import { planRescreening } from '../../usecases/watchlist/monitor-rescreen.ts';
import { screenAgain } from '../../usecases/watchlist/run-screening.ts';
import {
  type Command,
  type CommandResult,
  done,
  identifierText,
  integrationOption,
  notDone,
} from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';
import { listsInForce } from './screening-rules.ts';

/** Verbs for monitored persons; unlike the other watchlist verbs, they need the database. */
export const listsRescreenCommands: Command[] = [
  {
    name: 'lists rescreen',
    about: 'screens all monitored people again with the lists, engine and settings in force',
    arguments: [],
    options: {
      integration: integrationOption,
      'dry-run': { type: 'boolean', about: 'prints the alerts that would open and close; changes nothing' },
      by: historyOptions.by,
    },
    example: 'lists rescreen --dry-run',
    run: async (ctx, input) => {
      const given = optionalText(input, 'integration');
      const integrationId = given === undefined ? null : identifierText(given);
      if (input.options['dry-run'] === true) return tried(ctx, integrationId);
      const planned = await planRescreening(ctx)({ integrationId, actor: actorOption(input) });
      return planned.outcome === 'planned'
        ? done(planned, 'The workers screen them. Clients are notified of changes only.')
        : notDone(planned.outcome);
    },
  },
];

async function tried(ctx: ServiceContext, integrationId: string | null): Promise<CommandResult> {
  const lists = await listsInForce(ctx.config.screeningDir);
  if (lists === null) return { exitCode: exitCodes.rejected, output: null, note: 'no lists are loaded' };
  const screener = createIndexScreener(lists.snapshot, { policies: lists.policies });
  const screen: Screen = (question, stored) => screenAgain(screener, question, stored).hits;
  const { screened, changed, changes } = await dryRun(ctx, screen, { integrationId });
  return done(
    changes,
    `${screened} screened, ${changed} would be notified of a change. Nothing was written.`,
  );
}
