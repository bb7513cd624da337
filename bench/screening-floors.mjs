// Speed of alternatives for the same names on the same machine: an in-process full-text library, and PostgreSQL's trigram index.
import MiniSearch from 'minisearch';
import pg from 'pg';

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Sends one query after another for some seconds. @returns queries per second, and the median time in milliseconds */
async function rateOf(search, queries, seconds) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  const startedAt = performance.now();
  for (let at = 0; performance.now() < until; at = (at + 1) % queries.length) {
    const before = performance.now();
    await search(queries[at]);
    times.push(performance.now() - before);
  }
  return { perSecond: times.length / ((performance.now() - startedAt) / 1000), medianMs: median(times) };
}

/**
 * MiniSearch with fuzzy 0.2 and all words required.
 * @param {string[]} names
 * @param {string[]} queries
 */
export async function miniSearchFloor(names, queries, { seconds = 8 } = {}) {
  const index = new MiniSearch({ fields: ['name'], storeFields: [] });
  const startedAt = performance.now();
  index.addAll(names.map((name, id) => ({ id, name })));
  const buildMs = performance.now() - startedAt;
  const search = (name) => index.search(name, { fuzzy: 0.2, combineWith: 'AND' });
  return { ...(await rateOf(search, queries, seconds)), buildMs };
}

/**
 * A GIN trigram index of the names, queried over one connection for the most similar names, best first.
 * @param {{ url: string }} database
 * @param {string[]} names
 * @param {string[]} queries
 */
export async function trigramFloor({ url }, names, queries, { seconds = 8 } = {}) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_trgm');
    await client.query('create table bench_name (id integer, name text)');
    const startedAt = performance.now();
    const chunk = 50_000;
    for (let from = 0; from < names.length; from += chunk) {
      await client.query(
        'insert into bench_name select ordinality + $1, name from unnest($2::text[]) with ordinality as given (name, ordinality)',
        [from, names.slice(from, from + chunk)],
      );
    }
    await client.query('create index on bench_name using gin (name gin_trgm_ops)');
    await client.query('analyze bench_name');
    const buildMs = performance.now() - startedAt;
    await client.query('set pg_trgm.similarity_threshold = 0.6');
    const search = (name) =>
      client.query({
        name: 'trigram',
        text: 'select id, similarity(name, $1) as score from bench_name where name % $1 order by score desc limit 50',
        values: [name],
      });
    return { ...(await rateOf(search, queries, seconds)), buildMs };
  } finally {
    await client.end();
  }
}
