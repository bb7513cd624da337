import { isGiven, optionalText } from '@countersign/command-line';
import { listAudit } from '../../usecases/operator/list-audit.ts';
import { type Command, done, identifierText, integrationOption } from '../command.ts';
import { limitOf, limitOption, sinceOption, timeOption } from '../read-options.ts';

/** Verbs on the audit log. */
export const auditCommands: Command[] = [
  {
    name: 'audit list',
    about: 'lists changes with actor and time, newest first',
    arguments: [],
    options: {
      integration: integrationOption,
      session: { type: 'string', value: 'SESSION', about: 'changes of one session' },
      actor: {
        type: 'string',
        value: 'ACTOR',
        about: 'changes of one actor: cli, cli:NAME, api, api:KEY, flow, worker, retention',
      },
      action: { type: 'string', value: 'ACTION', about: 'changes of one kind, e.g. submit-session' },
      since: { ...sinceOption, about: `recorded ${sinceOption.about}` },
      until: { type: 'string', value: 'TIME', about: 'recorded before then, in the same forms' },
      notes: { type: 'boolean', about: 'prints notes' },
      limit: limitOption,
    },
    example: 'audit list --since 7d --actor cli --format csv',
    run: async (ctx, input) => {
      const [integration, session, actor = null, action = null] = [
        'integration',
        'session',
        'actor',
        'action',
      ].map((name) => optionalText(input, name));
      const filter = {
        integrationId: integration === undefined ? null : identifierText(integration),
        sessionId: session === undefined ? null : identifierText(session),
        actor,
        action,
        since: timeOption(input, 'since'),
        until: timeOption(input, 'until'),
      };
      const withNotes = isGiven(input, 'notes');
      const changes = await listAudit(ctx)({ filter, limit: limitOf(input), withNotes });
      return done(changes.map(({ note, ...change }) => (withNotes ? { ...change, note } : change)));
    },
  },
];
