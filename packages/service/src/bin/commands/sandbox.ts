import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import { listPersonas as list, personaKinds } from '../../usecases/sandbox/list-personas.ts';
import { type CommandResult, type ConfigCommand, done } from '../command.ts';

/** Verbs for the sandbox. */
export const sandboxCommands: readonly ConfigCommand[] = [
  {
    name: 'sandbox personas',
    about: 'lists the names and numbers that determine the result of a session on a test integration',
    arguments: [],
    options: {
      kind: { type: 'string', value: 'KIND', about: `only ${personaKinds.join(', ')}; default all` },
    },
    example: 'sandbox personas --kind decision',
    runAlone: async (_config, input) => listPersonas(input),
  },
];

async function listPersonas(input: CommandInput): Promise<CommandResult> {
  const given = optionalText(input, 'kind');
  const kind = personaKinds.find((known) => known === given);
  if (given !== undefined && kind === undefined)
    throw new UsageError(`--kind: must be one of ${personaKinds.join(', ')}, not ${given}`);
  const personas = (await list()).filter((persona) => kind === undefined || persona.kind === kind);
  return done(personas.map(({ code: _code, ...shown }) => shown));
}
