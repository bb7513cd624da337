import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Bytes. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** Timestamps travel as text so that microseconds survive (`submissionTime` shows six digits). */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: 'string' });
