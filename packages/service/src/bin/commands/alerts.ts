import { optionalText } from '@countersign/command-line';
import { listAlerts } from '../../usecases/operator/list-alerts.ts';
import { resolveAlert } from '../../usecases/operator/resolve-alert.ts';
import {
  type Command,
  done,
  exampleId,
  identifier,
  identifierText,
  integrationOption,
  notDone,
} from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

/** Verbs for alerts that need a person's attention. */
export const alertCommands: Command[] = [
  {
    name: 'alerts list',
    about: 'lists open alerts, reviews and hits that wait for a decision, oldest first',
    arguments: [],
    options: { integration: integrationOption, all: { type: 'boolean', about: 'includes resolved alerts' } },
    example: 'alerts list --all',
    run: async (ctx, input) => {
      const integration = optionalText(input, 'integration');
      const integrationId = integration === undefined ? null : identifierText(integration);
      return done(await listAlerts(ctx)({ integrationId, all: input.options['all'] === true }));
    },
  },
  {
    name: 'alerts resolve',
    about: 'dismisses an alert without changing its cause',
    arguments: ['ALERT'],
    options: { by: historyOptions.by },
    example: `alerts resolve ${exampleId.other}`,
    run: async (ctx, input) => {
      const { outcome } = await resolveAlert(ctx)({
        alertId: identifier(input, 0),
        actor: actorOption(input),
      });
      return outcome === 'resolved' ? done({ outcome }) : notDone(outcome);
    },
  },
];
