// Creates a PostgreSQL database for the benchmarks, and measures how fast this machine commits rows.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Creates an empty database. `query` runs one statement in it, `drop` removes it. @throws when no server can be reached */
export async function createDatabase() {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `countersign_bench_${process.pid}_${randomBytes(3).toString('hex')}`;
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  pool.on('error', () => {});
  const { rows } = await admin.query('show server_version');
  return {
    url: url.href,
    version: rows[0].server_version,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async drop() {
      await pool.end();
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

const floorTables = `
  create table if not exists floor_session (integration uuid, id uuid, status text, created timestamptz default now(), sealed bytea, primary key (integration, id));
  create table if not exists floor_audit (integration uuid, id bigserial, at timestamptz default now(), action text, session uuid, primary key (integration, id))`;
const floorInsert = {
  name: 'floor-insert',
  text: `with s as (insert into floor_session (integration, id, status, sealed) values ($1, $2, 'created', $3) returning id)
         insert into floor_audit (integration, action, session) select $1, 'create', id from s`,
};

/** Measures the floor of session creation: a session row and its audit row in one durable statement. @returns statements per second */
export async function insertRate({ url }, { connections = 16, seconds = 4 } = {}) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // The database may be dropped before the last connection has closed.
  pool.on('error', () => {});
  await pool.query(floorTables);
  const integration = randomUUID();
  const sealed = randomBytes(420);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let done = 0;
  const client = async () => {
    const connection = await pool.connect();
    while (performance.now() < until) {
      await connection.query({ ...floorInsert, values: [integration, randomUUID(), sealed] });
      done += 1;
    }
    connection.release();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const perSecond = done / ((performance.now() - startedAt) / 1000);
  await pool.end();
  return perSecond;
}
