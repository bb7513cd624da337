import { type CommandInput, exitCodes, optionalText } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { addKey } from '../../usecases/integration/add-key.ts';
import { deleteKey } from '../../usecases/integration/delete-key.ts';
import { listKeys } from '../../usecases/integration/list-keys.ts';
import { promoteKey } from '../../usecases/integration/promote-key.ts';
import { type KeysNotHeld, rewrapKeys } from '../../usecases/operator/rewrap-keys.ts';
import { rotateSessionLinks } from '../../usecases/operator/rotate-session-links.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

/** Days after which a key is reported as due for rotation. */
const oldDays = 365;

/** Verbs on shared secret keys. @see spec/contract.md A-20 */
export const keyCommands: Command[] = [
  {
    name: 'keys list',
    about: "lists an integration's keys with their last use, the master first",
    arguments: ['INTEGRATION'],
    options: {},
    example: `keys list ${exampleId.integration}`,
    run: list,
  },
  {
    name: 'keys add',
    about: 'adds a key (at most 5) and prints its secret once',
    arguments: ['INTEGRATION'],
    options: {
      label: { type: 'string', value: 'TEXT', about: 'name of the key in lists' },
      by: historyOptions.by,
    },
    example: `keys add ${exampleId.integration} --label 2027`,
    run: async (ctx, input) => {
      const label = optionalText(input, 'label') ?? 'added by the operator';
      const added = await addKey(ctx)({
        integrationId: identifier(input, 0),
        label,
        actor: actorOption(input),
      });
      if (added.outcome !== 'added') return notDone(added.outcome);
      return done({ keyId: added.keyId, secret: added.secret }, 'The secret is shown only once.');
    },
  },
  {
    name: 'keys promote',
    about: 'makes a key the master, which signs all webhooks from now on',
    arguments: ['INTEGRATION', 'KEY'],
    options: { by: historyOptions.by },
    example: `keys promote ${exampleId.integration} ${exampleId.other}`,
    run: async (ctx, input) => {
      const key = {
        integrationId: identifier(input, 0),
        keyId: identifier(input, 1),
        actor: actorOption(input),
      };
      const { outcome } = await promoteKey(ctx)(key);
      return outcome === 'promoted' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'keys delete',
    about: 'deletes a key: requests signed with it are rejected at once',
    arguments: ['INTEGRATION', 'KEY'],
    options: { by: historyOptions.by },
    example: `keys delete ${exampleId.integration} ${exampleId.other}`,
    run: async (ctx, input) => {
      const key = {
        integrationId: identifier(input, 0),
        keyId: identifier(input, 1),
        actor: actorOption(input),
      };
      const { outcome } = await deleteKey(ctx)(key);
      return outcome === 'deleted' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'keys rotate-session-links',
    about: 'signs the links of new sessions with a new key; existing links stay valid',
    arguments: [],
    options: {},
    example: 'keys rotate-session-links',
    run: async (ctx) => done(await rotateSessionLinks(ctx)()),
  },
  {
    name: 'keys rewrap',
    about:
      'activates the newest key-encryption key and re-encrypts session keys and shared secrets with it; the older key can then be removed',
    arguments: [],
    options: {},
    example: 'keys rewrap',
    run: async (ctx, _, showProgress) => {
      const progress = showProgress('Keys');
      const rewrapped = await rewrapKeys(ctx)(progress.at).finally(progress.end);
      if (rewrapped.outcome === 'not-held') return notHeld(rewrapped);
      return done(
        rewrapped,
        `All keys and secrets are encrypted under version ${rewrapped.version}, which every process uses: lines with other versions can be removed.`,
      );
    },
  },
];

function notHeld({ version, lacking }: KeysNotHeld): CommandResult {
  const named = lacking.map(
    ({ roles, host, pid, holds }) =>
      `${roles} on ${host}, process ${pid}${holds === 'another-key' ? `, which has another key as version ${version}` : ''}`,
  );
  return {
    exitCode: exitCodes.rejected,
    output: { outcome: 'not-held', version, lacking },
    note: `key-encryption key: must be available to every process before it is used; version ${version} is missing in: ${named.join('; ')}. Nothing was changed: add the same line for each of them, restart those that do not reload the file by themselves, and repeat "keys rewrap"`,
  };
}

async function list(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const keys = await listKeys(ctx)({ integrationId: identifier(input, 0) });
  const old = keys.filter(({ ageDays }) => ageDays >= oldDays);
  const notes = old.map(
    ({ label, ageDays }) =>
      `${label} is ${ageDays} days old: rotate it, as docs/guides/rotate-keys.md describes`,
  );
  return notes.length === 0 ? done(keys) : done(keys, notes.join('\n'));
}
