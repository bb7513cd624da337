import { optionalText } from '@countersign/command-line';
import { listRetention } from '../../usecases/operator/list-retention.ts';
import { type Command, done, identifierText, integrationOption } from '../command.ts';

/** Verbs for data retention. */
export const retentionCommands: Command[] = [
  {
    name: 'retention list',
    about:
      'lists retention of sessions, pictures, faces and webhooks by integration, with oldest session, legal holds and unfinished erasures',
    arguments: [],
    options: { integration: integrationOption },
    example: 'retention list --json',
    run: async (ctx, input) => {
      const integration = optionalText(input, 'integration');
      return done(await listRetention(ctx)(integration === undefined ? null : identifierText(integration)));
    },
  },
];
