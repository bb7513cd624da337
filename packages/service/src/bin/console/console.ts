import {
  type CommandInput,
  exitCodes,
  isGiven,
  optionalText,
  UsageError,
  type Verb,
} from '@countersign/command-line';
import { builtConsole } from '../../console/console-shell.ts';
import { startConsoleServer } from '../../console/console-server.ts';
import { isLoopback } from '../../console/request-rules.ts';
import { createSignIns, signInLimits } from '../../console/sign-in.ts';
import type { Config } from '../../runtime/config.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import { urlOf } from '../../runtime/listening-address.ts';
import { createLog } from '../../runtime/log.ts';
import { readVersion } from '../../runtime/version.ts';
import { settingTable } from '../../settings/settings-guide.ts';
import { requireDirectory } from '../../storage/engine/require-installation.ts';
import { nameDatabase } from '../../storage/engine/wait-for-database.ts';
import type { CommandResult } from '../command.ts';
import { forbidCoreDumps, hideEnvironment } from '../harden-process.ts';
import { openBrowser } from '../open-browser.ts';
import { withSteps } from '../reach-installation.ts';
import { operatorName } from '../read-options.ts';
import { consoleRunner } from './run-console-verb.ts';

const usualPort = 8090;

/**
 * Serves the console until SIGTERM or SIGINT.
 * @param verbs all verbs of the command line
 * @throws UsageError, ConfigError, NoInstallation
 */
export async function serveConsole(
  config: Config,
  input: CommandInput,
  verbs: readonly Verb[],
): Promise<CommandResult> {
  const place = placeOf(input);
  const operator = operatorName('as', optionalText(input, 'as') ?? '');
  const folder = builtConsole();
  if (folder === null)
    throw new ConfigError('console: must be built into this installation; run "npm run build"');
  requireDirectory(config);
  // The process runs for hours, and may hold the key-encryption key.
  forbidCoreDumps();
  hideEnvironment();
  const stopped = nextSignal();
  const signIns = createSignIns(() => performance.now());
  return withSteps(config, async (runData) => {
    const server = await startConsoleServer(
      {
        site: { origin: place.origin },
        signIns,
        folder,
        about: aboutOf(config, operator),
        runVerb: consoleRunner({ config, verbs, operator, runData }),
        log: createLog('error'),
      },
      place,
    ).catch((error: unknown) => {
      throw portFault(error, place);
    });
    const address = place.origin ?? urlOf({ host: place.host, port: server.port });
    const link = (): string => `${address}/#${signIns.issueToken()}`;
    const first = link();
    process.stdout.write(
      `countersign console ready ${address}\n\n${invitation(first)}\nFor another link: kill -USR2 ${process.pid}\n`,
    );
    const browser = isGiven(input, 'no-open') ? null : openBrowser(first);
    // Only root and the user of this process can send the signal.
    const another = () => void process.stdout.write(`\n${invitation(link())}`);
    process.on('SIGUSR2', another);
    await stopped;
    process.off('SIGUSR2', another);
    browser?.forget();
    await server.close();
    return { exitCode: exitCodes.done, output: undefined };
  });
}

const invitation = (link: string): string =>
  `Sign in, once and within ${signInLimits.linkMs / 60_000} minutes:\n  ${link}\n`;

interface Place {
  host: string;
  port: number;
  origin: string | null;
}

/** @throws UsageError */
function placeOf(input: CommandInput): Place {
  const host = optionalText(input, 'host') ?? '127.0.0.1';
  const origin = originOf(optionalText(input, 'origin'));
  if (origin === null && !isLoopback(host))
    throw new UsageError(
      `--host: must be an address of this machine only, such as 127.0.0.1, not ${host}; for another one put a proxy with TLS in front and name its address with --origin https://…`,
    );
  const text = optionalText(input, 'port') ?? String(usualPort);
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`--port: must be a port from 0 to 65535, not ${text}`);
  return { host, port, origin };
}

/** @throws UsageError */
function originOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.origin !== text.replace(/\/$/, ''))
    throw new UsageError(
      `--origin: must be the https:// address of the proxy in front, without a path, not ${text}`,
    );
  return url.origin;
}

/** Information about the installation for the page, and the available settings. */
const aboutOf = (config: Config, operator: string) => ({
  operator: operator === '' ? null : operator,
  version: readVersion(),
  installation: config.databaseUrl === null ? config.dataDir : nameDatabase(config.databaseUrl),
  engine: config.databaseUrl === null ? 'embedded' : 'PostgreSQL',
  environment: config.environment,
  settings: settingTable(),
});

function portFault(error: unknown, { host, port }: Place): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  return new ConfigError(`--port: must be free, not ${port}: another program listens on ${host}:${port}`);
}

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
