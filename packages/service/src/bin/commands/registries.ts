import type { Config } from '../../config.ts';
import { type Command, type CommandInput, type CommandResult, parseInput, UsageError } from '../command.ts';
import { explainName } from './registries-explain.ts';

/** A verb on registries and their settings alone: it needs no database and works beside a running service. */
export interface RegistriesCommand extends Omit<Command, 'run'> {
  run(config: Config, input: CommandInput): CommandResult | Promise<CommandResult>;
}

/** Verbs on registries. */
export const registriesCommands: readonly RegistriesCommand[] = [
  {
    name: 'registries explain-name',
    usage: '--given NAMES --surnames NAMES --registry "GIVEN|GIVEN|SURNAME|PARTICLE|SURNAME" [--truncated]',
    about: 'says word by word how alike a name is to the Colombian registry’s, and why',
    positionals: 0,
    options: {
      given: { type: 'string' },
      surnames: { type: 'string' },
      registry: { type: 'string' },
      truncated: { type: 'boolean' },
    },
    run: (_config, input) => explainName(input),
  },
];

/** The verb that the arguments name, with what follows it. @throws UsageError */
export function findRegistriesCommand(args: readonly string[]): {
  command: RegistriesCommand;
  input: CommandInput;
} {
  const command = registriesCommands.find(({ name }) => name === args.slice(0, 2).join(' '));
  if (!command)
    throw new UsageError(
      `known are ${registriesCommands.map(({ name }) => `"countersign ${name}"`).join(', ')}`,
    );
  return { command, input: parseInput(command, args.slice(2)) };
}
