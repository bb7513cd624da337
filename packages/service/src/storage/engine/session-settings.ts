import type { ClientConfig } from 'pg';
import { ConfigError } from '../../runtime/config-error.ts';
import { nameDatabase } from './wait-for-database.ts';

/** How long the server itself lets anything wait, in milliseconds. @see docs/decisions/0022-how-long-anything-waits-for-the-database.md */
const serverLimits = {
  statement_timeout: 5_500,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 7_000,
};

/** What every session of the service is opened with. */
export const sessionParameters: Pick<
  ClientConfig,
  | 'statement_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'options'
  | 'application_name'
> = {
  ...serverLimits,
  // Every statement here is answered within milliseconds, and compiling one takes longer than that. Tables are read by an index where
  // there is one: a statement planned on a table of a few rows reads all of it otherwise, and goes on doing so while a backlog comes.
  options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c enable_seqscan=off',
  application_name: 'countersign',
};

/** What sessions must have, and what the role gives them where a pooler drops what they were opened with. */
const required: readonly { name: string; fits: (setting: string) => boolean; value: string }[] = [
  ...Object.entries(serverLimits).map(([name, most]) => ({
    name,
    // 0: without a limit.
    fits: (setting: string) => Number(setting) > 0 && Number(setting) <= most,
    value: `${most}`,
  })),
  { name: 'TimeZone', fits: (setting) => /^(?:Etc\/)?UTC$/i.test(setting), value: 'UTC' },
  { name: 'DateStyle', fits: (setting) => setting.startsWith('ISO'), value: 'ISO' },
];

/**
 * Times are read as UTC and in ISO 8601, and a lock must end without this process: both are settings of a session, which a pooler
 * may drop.
 * @param settings of a session that was opened with `sessionParameters`, by name; times in ms
 * @throws ConfigError
 */
export function requireSessionSettings(settings: ReadonlyMap<string, string>, url: string): void {
  const wrong = required.filter(({ name, fits }) => !fits(settings.get(name) ?? ''));
  if (wrong.length === 0) return;
  const found = wrong.map(({ name }) => `${name} ${settings.get(name) ?? 'unknown'}`).join(', ');
  const mended = wrong
    .map(({ name, value }) => `alter role current_user set ${name} = '${value}'`)
    .join('; ');
  throw new ConfigError(
    `DATABASE_URL: must lead to sessions with the settings they are opened with; ${nameDatabase(url)}: they are ${found}; behind a pooler that drops them, set them for the role, as this user: ${mended}; and let the pooler connect anew`,
  );
}
