import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, ConnectionError, CountersignClient, CountersignError } from '@countersign/client';
import { type CommandInput, exitCodes, optionalText, UsageError } from '@countersign/command-line';
import type { Config } from '../runtime/config.ts';
import type { CommandResult } from './command.ts';
import { errorCode } from '../runtime/error-code.ts';

/** Credentials of an API client. */
export interface ApiAccess {
  /** With or without a trailing `/v1`. */
  apiUrl: string;
  apiKey: string;
  sharedSecret: string;
}

/** The option for API credentials. The secret is never an argument, because every user of the machine could read it. */
export const accessOption = {
  type: 'string',
  value: 'FILE',
  about:
    'file with address, API key and shared secret: dev-integration.json or .env; default the variables API_URL, API_KEY and SHARED_SECRET, else DATA_DIR/dev-integration.json',
} as const;

/** Placeholder for a session in commands that call the API: abbreviated ids work only where a database is available. */
export const wholeSessionId = 'whole id, as "session create" prints it';

/** Names of the credentials in the environment and in env files, as in the samples. */
const variables = { apiUrl: 'API_URL', apiKey: 'API_KEY', sharedSecret: 'SHARED_SECRET' } as const;

/** Reads the credentials from the option, the environment or the data directory. @throws UsageError */
export async function readAccess(config: () => Config, input: CommandInput): Promise<ApiAccess> {
  const file = optionalText(input, 'access');
  if (file !== undefined) return complete(accessIn(await textOf(file)), file);
  const given = accessIn(process.env);
  if (Object.values(given).some((value) => value !== undefined)) return complete(given, 'the environment');
  const seeded = path.join(config().dataDir, 'dev-integration.json');
  const text = await readFile(seeded, 'utf8').catch(() => null);
  if (text === null)
    throw new UsageError(
      `must be given: API_URL, API_KEY and SHARED_SECRET, or --access FILE; there is no ${seeded}`,
    );
  return complete(accessIn(text), seeded);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--access: ${file} must be a file that can be read (${errorCode(error)})`);
  }
}

type Given = Partial<Record<keyof ApiAccess, string | undefined>>;

/** Parses JSON with the member names of `dev-integration.json`, lines `NAME=VALUE`, or variables. */
function accessIn(source: string | NodeJS.ProcessEnv): Given {
  if (typeof source !== 'string') return named(source);
  if (source.trimStart().startsWith('{')) return textsIn(source);
  const lines = source.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*([A-Z_]+)\s*=\s*"?(.*?)"?\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  return named(Object.fromEntries(lines));
}

/** The string members of a JSON object; none for anything else. The parser's message would quote its input. */
function textsIn(json: string): Given {
  try {
    const entries = Object.entries(JSON.parse(json) as object);
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string' && value !== ''));
  } catch {
    return {};
  }
}

const named = (values: Readonly<Record<string, string | undefined>>): Given =>
  Object.fromEntries(
    Object.entries(variables).map(([member, name]) => [member, values[name] || undefined] as const),
  );

/** @throws UsageError naming what is missing, without any value */
function complete({ apiUrl, apiKey, sharedSecret }: Given, where: string): ApiAccess {
  if (apiUrl === undefined || apiKey === undefined || sharedSecret === undefined)
    throw new UsageError(
      `${where}: must have ${Object.values(variables).join(', ')}, or as JSON ${Object.keys(variables).join(', ')}`,
    );
  return { apiUrl, apiKey, sharedSecret };
}

/**
 * Runs a command over the public API, signed with the given credentials. Errors and outages become results.
 * @throws UsageError
 */
export async function overApi(
  config: () => Config,
  input: CommandInput,
  use: (client: CountersignClient) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { apiUrl, apiKey, sharedSecret } = await readAccess(config, input);
  try {
    return await use(new CountersignClient({ baseUrl: apiUrl, apiKey, sharedSecret }));
  } catch (error) {
    if (error instanceof CountersignError) return apiFailure(error);
    throw error;
  }
}

/** An error of the service, or a failure to reach it, as the result of a command. */
export function apiFailure(error: CountersignError): CommandResult {
  return { exitCode: exitCodeOf(error), output: null, note: error.message };
}

function exitCodeOf(error: CountersignError): number {
  if (error instanceof ConnectionError) return exitCodes.unavailable;
  if (!(error instanceof ApiError)) return exitCodes.rejected;
  if (error.status === 404) return exitCodes.notFound;
  return error.status >= 500 ? exitCodes.unavailable : exitCodes.rejected;
}
