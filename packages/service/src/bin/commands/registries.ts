import type { Config } from '../../config.ts';
import { type Command, type CommandInput, type CommandResult, parseInput, UsageError } from '../command.ts';
import { explainName } from './registries-explain.ts';
import { checkSettings, onSettings, probeRegistries, registerTreatment } from './registries-settings.ts';

/** A verb on registries and their settings alone: it needs no database and works beside a running service. */
export interface RegistriesCommand extends Omit<Command, 'run'> {
  run(config: Config, input: CommandInput): CommandResult | Promise<CommandResult>;
}

/** Verbs on registries. */
export const registriesCommands: readonly RegistriesCommand[] = [
  {
    name: 'registries check',
    usage: '[--file FILE]',
    about: 'reads the settings of registries and says what is configured and what is missing; calls nobody',
    positionals: 0,
    options: { file: { type: 'string' } },
    run: (config, input) => onSettings([config, input], checkSettings),
  },
  {
    name: 'registries probe',
    usage: '[--file FILE]',
    about:
      'asks every configured gateway whether it is there, and nothing about anybody; ends with 1 if one is down',
    positionals: 0,
    options: { file: { type: 'string' } },
    run: (config, input) => onSettings([config, input], probeRegistries),
  },
  {
    name: 'registries template',
    usage: 'TEMPLATE.json [--file FILE]',
    about: 'registers a treatment template with Serpro (Brazil, V5) and says its id',
    positionals: 1,
    options: { file: { type: 'string' } },
    run: (config, input) => onSettings([config, input], registerTreatment),
  },
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
