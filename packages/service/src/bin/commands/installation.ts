import { optionalText, requiredText } from '@countersign/command-line';
import type { ConfigCommand } from '../command.ts';
import { secretFileOption } from '../read-secrets.ts';

/** Verbs for the installation as a whole. */
export const serviceCommands: readonly ConfigCommand[] = [
  {
    name: 'serve',
    about: 'runs the service; docs/guides/settings.md lists the variables that replace the options',
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
      'serves the operator console on this machine and prints a sign-in link; see docs/guides/console.md',
    arguments: [],
    options: {
      port: { type: 'string', value: 'PORT', about: 'port to listen on; default 8090' },
      host: { type: 'string', value: 'HOST', about: 'address to listen on; default 127.0.0.1' },
      origin: {
        type: 'string',
        value: 'URL',
        about: 'https:// address of a proxy in front; required if --host is not a loopback address',
      },
      as: { type: 'string', value: 'NAME', about: 'name of the operator, for the audit log' },
      'no-open': { type: 'boolean', about: 'does not open a browser' },
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
      'checks settings, key, directories, database, ports and registries; changes nothing; exits with status 6 if a check fails',
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
      'checks a page that embeds the flow, an installation from outside, a callback URL or a webhook receiver; exits with status 1 if a check fails',
    arguments: [],
    options: {
      page: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about: 'URL of a page that embeds the flow; checks content security policy, camera and viewport',
      },
      flow: { type: 'string', value: 'ORIGIN', about: 'origin of the flow, with --page; default FLOW_URL' },
      api: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about: 'URL of an installation; checks reachability, clock, headers removed by a proxy and CORS',
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
        about: 'callback URL; checks it by the rules of POST /sessions',
      },
      webhook: {
        type: 'string',
        value: 'URL',
        need: 'choice',
        about:
          'URL of a webhook receiver; checks that it accepts repeated and extended webhooks and rejects forged ones',
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
      'restores a backup into an empty directory and database, and checks that everything can be read; --verify does this in a temporary place',
    arguments: ['DIRECTORY'],
    options: {
      verify: {
        type: 'boolean',
        about:
          'verifies the backup without keeping the restored data; PostgreSQL needs an empty database for this',
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
