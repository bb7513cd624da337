import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeEnginesOnce } from '../support/engines.ts';
import { owners, settled } from '../support/transitional-states.ts';

const packages = path.resolve(import.meta.dirname, '../../..');

/** Times that only say when something happened. */
const historic =
  /\.(created_at|changed_at|at|decided_at|opened_at|submitted_at|last_used_at|first_due_at|applied_at|started_at|ended_at|requested_at)$/;

const sourceText = fs
  .readdirSync(path.join(packages, 'service/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => fs.readFileSync(path.join(packages, 'service/src', file), 'utf8'))
  .join('\n');

describeEnginesOnce('every state that something must end (section 8)', (open) => {
  /** Values of checked lists, and every point in time, as the database has them. */
  async function stored(): Promise<string[]> {
    const database = await open();
    const lists = await database.query<{ table: string; definition: string }>(
      `select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace`,
    );
    const values = lists.flatMap(({ table, definition }) => {
      const column = /\(\(?\(?(status|state)\b/.exec(definition)?.[1];
      if (column === undefined) return [];
      return [...definition.matchAll(/'([a-z_]+)'/g)].map(([, value]) => `${table}.${column}=${value}`);
    });
    const times = await database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone'`,
    );
    return [...values, ...times.map(({ name }) => name)];
  }

  it('has an owner, or is listed as settled', async () => {
    const known = new Set([...owners.map(({ state }) => state), ...settled]);
    const all = await stored();
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter((state) => !known.has(state) && !historic.test(state))).toEqual([]);
  });

  it('is one that the database has; attempts have the values of sessions', async () => {
    const all = new Set(await stored());
    const named = [...owners.map(({ state }) => state), ...settled];
    const gone = named.filter((state) => !all.has(state.replace(/^attempt\.status=/, 'session.status=')));
    expect(gone).toEqual([]);
  });

  it('has an owner that the source has, and a test in which that recovers it', () => {
    const missing = owners.filter(({ owner, test: [file, name] }) => {
      const text = fs.readFileSync(path.join(packages, file), 'utf8');
      return !new RegExp(`\\b(const|function) ${owner}\\b`).test(sourceText) || !text.includes(name);
    });
    expect(missing).toEqual([]);
  });
});
