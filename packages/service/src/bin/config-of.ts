import { type CommandInput, optionalText } from '@countersign/command-line';
import { type Config, readConfig } from '../runtime/config.ts';
import { armFailpoints } from '../runtime/failpoint.ts';

/** The environment, overridden by the equivalent options. @throws ConfigError */
export function configOf(input: CommandInput): Config {
  const over = { DATA_DIR: 'data-dir', DATABASE_URL: 'database-url', HOST: 'host', PORT: 'port' };
  const given = Object.entries(over).flatMap(([variable, option]) => {
    const value = optionalText(input, option);
    return value === undefined ? [] : [[variable, value] as const];
  });
  // An option replaces both variables.
  const file = given.some(([variable]) => variable === 'DATABASE_URL')
    ? { DATABASE_URL_FILE: undefined }
    : {};
  const config = readConfig({ ...process.env, ...file, ...Object.fromEntries(given) });
  armFailpoints(config.failpoints);
  return config;
}
