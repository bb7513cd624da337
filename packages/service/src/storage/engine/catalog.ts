import type { Database, Row, Tx } from './database.ts';

/** One table as described by the database itself. */
export interface Table {
  name: string;
  /** In the table's order. */
  columns: Column[];
  /** Primary key columns, in order. */
  key: string[];
  /** Other tables its rows refer to. */
  refersTo: string[];
}

interface Column {
  name: string;
  type: string;
  /** Filled from its own sequence. */
  isSerial: boolean;
}

/** Not part of the stored data: the record of applied migrations, and the probe of the embedded engine. */
const ownOfDatabase = ['migration', 'durability_probe'];

/** The tables with stored data, referenced tables first, otherwise by name; excluding those of extensions. */
export async function listTables(database: Database | Tx): Promise<Table[]> {
  const tables = await database.query<Table & Row>(
    `select t.relname as name,
       (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
                 'isSerial', pg_get_serial_sequence(quote_ident(t.relname), attname) is not null) order by attnum)
          from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
       (select json_agg(attname order by place)
          from pg_index, unnest(indkey::int2[]) with ordinality k (attnum, place) join pg_attribute a using (attnum)
         where indrelid = t.oid and indisprimary and a.attrelid = t.oid) as key,
       (select coalesce(json_agg(distinct other.relname), '[]')
          from pg_constraint f join pg_class other on other.oid = f.confrelid
         where f.conrelid = t.oid and f.contype = 'f' and other.oid <> t.oid) as "refersTo"
     from pg_class t
     where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relname <> all ($1::text[])
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')
     order by t.relname`,
    [ownOfDatabase],
  );
  return ordered(tables);
}

function ordered(tables: readonly Table[]): Table[] {
  const waiting = [...tables];
  const done = new Set<string>();
  const result: Table[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every((name) => done.has(name)));
    const [table] = waiting.splice(next, next < 0 ? 0 : 1);
    if (!table) throw new Error('the tables refer to each other in a circle');
    done.add(table.name);
    result.push(table);
  }
  return result;
}
