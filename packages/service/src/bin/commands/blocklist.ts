import { requiredText } from '@countersign/command-line';
import { blockFace, listBlocklist, unblockFace } from '../../usecases/session/block-face.ts';
import { type Command, done, exampleId, identifier, notDone } from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

/** Verbs for blocked faces. */
export const blocklistCommands: Command[] = [
  {
    name: 'blocklist add',
    about: 'blocks the face of a session: declines later sessions with it (code 127)',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      reason: {
        type: 'string',
        value: 'TEXT',
        need: 'required',
        about: 'reason, stored with the entry',
      },
      by: historyOptions.by,
    },
    example: `blocklist add ${exampleId.integration} ${exampleId.session} --reason "sold accounts"`,
    run: async (ctx, input) => {
      const blocked = await blockFace(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        reason: requiredText(input, 'reason'),
        actor: actorOption(input),
      });
      return blocked.outcome === 'blocked' ? done(blocked) : notDone(blocked.outcome);
    },
  },
  {
    name: 'blocklist list',
    about: 'lists blocked faces with reason and time',
    arguments: ['INTEGRATION'],
    options: {},
    example: `blocklist list ${exampleId.integration}`,
    run: async (ctx, input) => done(await listBlocklist(ctx)({ integrationId: identifier(input, 0) })),
  },
  {
    name: 'blocklist remove',
    about: 'removes a face from the blocklist',
    arguments: ['INTEGRATION', 'ENTRY'],
    options: { by: historyOptions.by },
    example: `blocklist remove ${exampleId.integration} ${exampleId.other}`,
    run: async (ctx, input) => {
      const { outcome } = await unblockFace(ctx)({
        integrationId: identifier(input, 0),
        id: identifier(input, 1),
        actor: actorOption(input),
      });
      return outcome === 'unblocked' ? done({ outcome }) : notDone(outcome);
    },
  },
];
