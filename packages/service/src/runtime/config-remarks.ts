import type { Config } from './config.ts';
import { urlOf } from './listening-address.ts';

/** Likely mistakes in settings that do not prevent a start, for people. */
export function remarksOn({
  environment,
  databaseUrl,
  roles,
  publicUrl,
  host,
  port,
}: Pick<Config, 'environment' | 'databaseUrl' | 'roles' | 'publicUrl' | 'host' | 'port'>): string[] {
  const missing = (['api', 'worker'] as const).filter((role) => !roles.includes(role));
  return [
    ...(environment === 'production' && publicUrl === null
      ? [
          `PUBLIC_URL is not set: links and answers begin with ${urlOf({ host, port })}; it must be the address that clients call`,
        ]
      : []),
    ...(databaseUrl === null && missing.length > 0
      ? [
          `COUNTERSIGN_ROLES is ${roles.join(',')} on the embedded database, which no second process can open: ${missing[0] === 'worker' ? 'no session is decided and no webhook sent' : 'no request is answered'}; it must be api,worker, or DATABASE_URL must name a PostgreSQL database for processes of both roles`,
        ]
      : []),
  ];
}
