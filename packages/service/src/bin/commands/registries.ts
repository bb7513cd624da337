import type { CommandInput } from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import { type ConfigCommand, fileOption } from '../command.ts';

/** Loads the connectors only for the verb that needs them. */
const run =
  (name: 'checkRegistries' | 'probeRegistries' | 'registerTreatment') =>
  async (config: () => Config, input: CommandInput) => {
    const verbs = await import('./registries-settings.ts');
    return verbs[name](config(), input);
  };

/** Verbs for registries. They need no database. */
export const registriesCommands: readonly ConfigCommand[] = [
  {
    name: 'registries check',
    about: 'lists configured registries and missing settings; sends nothing',
    arguments: [],
    options: { file: fileOption },
    example: 'registries check --file registries.json',
    runAlone: run('checkRegistries'),
  },
  {
    name: 'registries probe',
    about:
      'checks that each configured gateway is reachable; sends no personal data; exits with status 1 if one is not',
    arguments: [],
    options: { file: fileOption },
    example: 'registries probe',
    runAlone: run('probeRegistries'),
  },
  {
    name: 'registries template',
    about: 'registers a treatment template with Serpro (Brazil, V5) and prints its id',
    arguments: ['TEMPLATE.json'],
    options: { file: fileOption },
    example: 'registries template template.json',
    runAlone: run('registerTreatment'),
  },
  {
    name: 'registries explain-name',
    about: 'scores a name against a name from the Colombian registry and explains the score word by word',
    arguments: [],
    options: {
      given: { type: 'string', value: 'NAMES', need: 'required', about: 'given names as claimed' },
      surnames: { type: 'string', value: 'NAMES', need: 'required', about: 'surnames as claimed' },
      registry: {
        type: 'string',
        value: '"GIVEN|GIVEN|SURNAME|PARTICLE|SURNAME"',
        need: 'required',
        about: 'name in the registry; parts may be empty',
      },
      truncated: { type: 'boolean', about: 'accepts a last claimed given name that is cut off' },
    },
    example:
      'registries explain-name --given "Ana Maria" --surnames "Ruiz Lora" --registry "ANA|MARIA|RUIZ||LORA"',
    runAlone: async (_config, input) => (await import('./registries-explain.ts')).explainName(input),
  },
];
