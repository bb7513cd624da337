import type { ClientConfig } from 'pg';
import { ConfigError } from '../../runtime/config-error.ts';
import { nameDatabase } from './wait-for-database.ts';

/** Time limits that the server itself applies, in milliseconds. @see docs/decisions/0022-set-a-time-limit-on-every-wait-for-the-database.md */
const serverLimits = {
  statement_timeout: 5_500,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 7_000,
};

/** Parameters with which every session of the service is opened. */
export const sessionParameters: Pick<
  ClientConfig,
  | 'statement_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'options'
  | 'application_name'
> = {
  ...serverLimits,
  // Every statement here is answered within milliseconds, and compiling one takes longer than that. Tables are read by index where
  // possible: otherwise a statement planned for a table of a few rows reads all of it, and continues to do so while a backlog grows.
  options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c enable_seqscan=off',
  application_name: 'countersign',
};

/** Settings that sessions must have, and that the role supplies if a pooler drops the parameters with which they were opened. */
const required: readonly { name: string; fits: (setting: string) => boolean; value: string }[] = [
  ...Object.entries(serverLimits).map(([name, most]) => ({
    name,
    // 0: no limit.
    fits: (setting: string) => Number(setting) > 0 && Number(setting) <= most,
    value: `${most}`,
  })),
  { name: 'TimeZone', fits: (setting) => /^(?:Etc\/)?UTC$/i.test(setting), value: 'UTC' },
  { name: 'DateStyle', fits: (setting) => setting.startsWith('ISO'), value: 'ISO' },
];

/**
 * Times must be in UTC and ISO 8601, and locks must time out without this process. Both are session settings, which a pooler may drop.
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
