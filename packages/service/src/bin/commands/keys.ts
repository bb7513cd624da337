import { addKey } from '../../usecases/add-key.ts';
import { deleteKey } from '../../usecases/delete-key.ts';
import { listKeys } from '../../usecases/list-keys.ts';
import { promoteKey } from '../../usecases/promote-key.ts';
import { rewrapKeys } from '../../usecases/rewrap-keys.ts';
import { type Command, done, identifier, notDone, optionalText } from '../command.ts';

const actor = 'cli';

/** Verbs on shared secret keys. @see spec/contract.md A-20 */
export const keyCommands: Command[] = [
  {
    name: 'keys list',
    usage: 'INTEGRATION',
    about: 'lists an integration’s keys, the master first, with their last use',
    positionals: 1,
    options: {},
    run: async (shell, input) => done(await listKeys(shell)({ integrationId: identifier(input, 0) })),
  },
  {
    name: 'keys add',
    usage: 'INTEGRATION [--label TEXT]',
    about: 'adds a key (at most 5) and prints its secret once',
    positionals: 1,
    options: { label: { type: 'string' } },
    run: async (shell, input) => {
      const label = optionalText(input, 'label') ?? 'added by the operator';
      const added = await addKey(shell)({ integrationId: identifier(input, 0), label, actor });
      if (added.outcome !== 'added') return notDone(added.outcome);
      return done({ keyId: added.keyId, secret: added.secret }, 'The secret is shown this once.');
    },
  },
  {
    name: 'keys promote',
    usage: 'INTEGRATION KEY',
    about: 'makes a key the master: webhooks are signed by it from now on',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const key = { integrationId: identifier(input, 0), keyId: identifier(input, 1), actor };
      const { outcome } = await promoteKey(shell)(key);
      return outcome === 'promoted' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'keys delete',
    usage: 'INTEGRATION KEY',
    about: 'deletes a key: it stops verifying at once',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const key = { integrationId: identifier(input, 0), keyId: identifier(input, 1), actor };
      const { outcome } = await deleteKey(shell)(key);
      return outcome === 'deleted' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'keys rewrap',
    usage: '',
    about: 'wraps everything under the newest key-encryption key; then the older one can be removed',
    positionals: 0,
    options: {},
    run: async (shell) => done(await rewrapKeys(shell)()),
  },
];
