import { afterEach, describe, expect, it, vi } from 'vitest';
import { configOf } from './config-of.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the options of a command', () => {
  it('name a database in place of both variables, of which one names a file', () => {
    vi.stubEnv('DATABASE_URL_FILE', '/etc/countersign/database-url');
    const options = { 'database-url': 'postgres://countersign@db.internal/drill' };
    expect(configOf({ positionals: [], options }).databaseUrl).toBe(
      'postgres://countersign@db.internal/drill',
    );
    expect(() => configOf({ positionals: [], options: {} })).toThrow('DATABASE_URL_FILE');
  });
});
