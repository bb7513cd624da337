import { optionalText, requiredText } from '@countersign/command-line';
import type { ConfigCommand } from '../command.ts';
import { secretFileOption } from '../read-secrets.ts';

/** Verbs for the installation as a whole. */
export const serviceCommands: readonly ConfigCommand[] = [
  {
    name: 'serve',
    about: 'runs the service; every option also has a variable, see docs/guides/settings.md',
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
    name: 'console',
    about:
      'serves the operator console for a browser on this machine; prints a link to sign in; see docs/guides/console.md',
    arguments: [],
    options: {
      port: { type: 'string', value: 'PORT', about: 'port to listen on; default 8090' },
      host: { type: 'string', value: 'HOST', about: 'address to listen on; default 127.0.0.1' },
      origin: {
        type: 'string',
        value: 'URL',
        about: 'https:// address of a proxy in front; lets --host name an address that others reach',
      },
      as: { type: 'string', value: 'NAME', about: 'who is at the console, for the audit log' },
      'no-open': { type: 'boolean', about: 'opens no browser' },
    },
    example: 'console --as ada',
    runAlone: async (config, input, verbs) => {
      const { serveConsole } = await import('../console/console.ts');
      return serveConsole(config(), input, verbs);
    },
  },
  {
    name: 'config check',
    about:
      'checks settings, key, directories, database, ports and registries; changes nothing; exits with status 6 if one is wrong',
    arguments: [],
    options: {},
    example: 'config check',
    runAlone: async (config) => {
      const { checkConfig } = await import('../config-check.ts');
      return checkConfig(config);
    },
  },
  {
    name: 'doctor',
    about:
      'checks a page that embeds the flow, an installation from outside, a callback, and a webhook receiver; exits with status 1 if one is wrong',
    arguments: [],
    options: {
      page: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about: 'page that embeds the flow: policies, camera, viewport',
      },
      flow: { type: 'string', value: 'ORIGIN', about: 'origin of the flow, with --page; default FLOW_URL' },
      api: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about: 'address of an installation: reachability, clock, headers that a proxy removes, CORS',
      },
      origin: {
        type: 'string',
        value: 'ORIGIN',
        about: 'origin of a page that creates sessions, with --api',
      },
      callback: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about: 'address for the end of the flow: the rules of POST /sessions',
      },
      webhook: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about: 'receiver of webhooks: takes signed ones twice and with more members, refuses forged ones',
      },
      'secret-file': secretFileOption,
    },
    example: 'doctor --page https://shop.example.com/verify --flow https://verify.example.com',
    runAlone: async (config, input) => {
      const { diagnose } = await import('./doctor.ts');
      return diagnose(config(), input);
    },
  },
  {
    name: 'migrate',
    about: 'creates an installation, or migrates its database to this release',
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
    name: 'restore',
    about:
      'restores a backup into an empty place and opens all of it; --verify does so in a place that is removed again',
    arguments: ['DIRECTORY'],
    options: {
      verify: {
        type: 'boolean',
        about: 'restores nothing; for PostgreSQL name an empty database of its own',
      },
    },
    example: 'restore /var/backups/countersign/2027-01-31 --verify',
    runAlone: async (config, input) => {
      const { restore } = await import('../restore.ts');
      return restore(config(), input);
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
