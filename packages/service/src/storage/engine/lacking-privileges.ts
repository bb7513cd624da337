import type { Database } from './database.ts';

/** Maximum number named in one message. */
const mostNamed = 3;

/** Tables that only receive inserts: a user without the right to change them is sufficient. */
const addedTo = ['audit', 'organisation_audit', 'audit_link'];

/**
 * Privileges on the installation's tables and sequences that the user of this connection lacks, in words that follow the name of the
 * database; `null` if it has all that a process needs. Otherwise statements of a worker would fail one by one, much later.
 */
export async function listLackingPrivileges(database: Database): Promise<string | null> {
  const rows = await database.query<{ role: string; name: string; lacking: string[] }>(
    `select current_user as role, relname as name, lacking from (
       select relname, case when relkind = 'S' then array_remove(array[
           case when not has_sequence_privilege(oid, 'select') then 'SELECT' end,
           case when not has_sequence_privilege(oid, 'usage') then 'USAGE' end], null)
         else array_remove(array[
           case when not has_table_privilege(oid, 'select') then 'SELECT' end,
           case when relname <> 'migration' and not has_table_privilege(oid, 'insert') then 'INSERT' end,
           case when relname <> all($1) and not has_table_privilege(oid, 'update') then 'UPDATE' end,
           case when relname <> all($1) and not has_table_privilege(oid, 'delete') then 'DELETE' end], null) end as lacking
       from pg_class where relkind in ('r', 'S') and relnamespace =
         (select relnamespace from pg_class where oid = to_regclass('migration'))) as c
     where cardinality(lacking) > 0 order by relname`,
    [['migration', ...addedTo]],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const named = rows.slice(0, mostNamed).map(({ name, lacking }) => `${lacking.join(', ')} on ${name}`);
  const more = rows.length > mostNamed ? ` and on ${rows.length - mostNamed} more` : '';
  return `its user ${first.role} must have all rights that a process needs; it lacks ${named.join(', ')}${more}; docs/guides/run.md#users-of-the-database has the statements`;
}
