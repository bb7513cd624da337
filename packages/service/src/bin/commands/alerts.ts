import { listAlerts } from '../../usecases/list-alerts.ts';
import { resolveAlert } from '../../usecases/resolve-alert.ts';
import { type Command, done, identifier, identifierText, notDone, optionalText } from '../command.ts';

/** Verbs on what a person has to look at. */
export const alertCommands: Command[] = [
  {
    name: 'alerts list',
    usage: '[--integration INTEGRATION] [--all]',
    about: 'lists what a person has to look at, oldest first; with --all what was resolved too',
    positionals: 0,
    options: { integration: { type: 'string' }, all: { type: 'boolean' } },
    run: async (shell, input) => {
      const integration = optionalText(input, 'integration');
      const integrationId = integration === undefined ? null : identifierText(integration);
      return done(await listAlerts(shell)({ integrationId, all: input.options['all'] === true }));
    },
  },
  {
    name: 'alerts resolve',
    usage: 'ALERT',
    about: 'takes one off the list; what it tells of is left as it is',
    positionals: 1,
    options: {},
    run: async (shell, input) => {
      const { outcome } = await resolveAlert(shell)({ alertId: identifier(input, 0), actor: 'cli' });
      return outcome === 'resolved' ? done({ outcome }) : notDone(outcome);
    },
  },
];
