import { optionalText, requiredText } from '@countersign/command-line';
import type { ConfigCommand } from '../command.ts';

/** Verbs on the installation as a whole. */
export const installationCommands: readonly ConfigCommand[] = [
  {
    name: 'serve',
    about: 'runs the service; every option also has a variable, see docs/guides/run.md',
    arguments: [],
    options: {
      host: { type: 'string', value: 'HOST', about: 'address to listen on; default HOST' },
      port: { type: 'string', value: 'PORT', about: 'port to listen on; default PORT' },
    },
    example: 'serve --port 8080',
    runAlone: async (config) => {
      const { serve } = await import('../serve.ts');
      return { exitCode: await serve(config()), output: undefined };
    },
  },
  {
    name: 'migrate',
    about: 'migrates the database to this release',
    arguments: [],
    options: {},
    example: 'migrate',
    runAlone: async (config) => {
      const { migrateInstallation } = await import('../database-commands.ts');
      return migrateInstallation(config());
    },
  },
  {
    name: 'export',
    about: 'copies an embedded installation into an empty PostgreSQL database',
    arguments: [],
    options: {
      to: { type: 'string', value: 'POSTGRES_URL', need: 'required', about: 'address of the empty database' },
    },
    example: 'export --to postgres://countersign@db.internal/countersign',
    runAlone: async (config, input) => {
      const target = requiredText(input, 'to');
      const { exportInstallation } = await import('../database-commands.ts');
      return exportInstallation(config(), target);
    },
  },
  {
    name: 'simulator',
    about:
      'simulates the registries for invented people on SIM_HOST and SIM_PORT; see docs/guides/registries.md',
    arguments: [],
    options: {
      portraits: {
        type: 'string',
        value: 'DIRECTORY',
        about: 'portraits to compare selfies with; default SIM_PORTRAITS',
      },
    },
    example: 'simulator',
    runAlone: async (_config, input) => {
      const { runSimulator } = await import('../simulator.ts');
      const portraits = optionalText(input, 'portraits');
      const env = { ...process.env, ...(portraits === undefined ? {} : { SIM_PORTRAITS: portraits }) };
      return { exitCode: await runSimulator(env), output: undefined };
    },
  },
];
