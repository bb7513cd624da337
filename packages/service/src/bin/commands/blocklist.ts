import { blockFace, listBlocklist, unblockFace } from '../../usecases/block-face.ts';
import { type Command, done, identifier, notDone, requiredText } from '../command.ts';

/** Verbs on faces an operator has blocked. */
export const blocklistCommands: Command[] = [
  {
    name: 'blocklist add',
    usage: 'INTEGRATION SESSION --reason TEXT',
    about: 'blocks the face of a session: later ones with it are declined (127)',
    positionals: 2,
    options: { reason: { type: 'string' } },
    run: async (shell, input) => {
      const blocked = await blockFace(shell)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        reason: requiredText(input, 'reason'),
        actor: 'cli',
      });
      return blocked.outcome === 'blocked' ? done(blocked) : notDone(blocked.outcome);
    },
  },
  {
    name: 'blocklist list',
    usage: 'INTEGRATION',
    about: 'lists blocked faces with reason and time',
    positionals: 1,
    options: {},
    run: async (shell, input) => done(await listBlocklist(shell)({ integrationId: identifier(input, 0) })),
  },
  {
    name: 'blocklist remove',
    usage: 'INTEGRATION ENTRY',
    about: 'takes a face off the blocklist',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const { outcome } = await unblockFace(shell)({
        integrationId: identifier(input, 0),
        id: identifier(input, 1),
        actor: 'cli',
      });
      return outcome === 'unblocked' ? done({ outcome }) : notDone(outcome);
    },
  },
];
