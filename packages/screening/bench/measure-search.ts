import type { ListedEntity } from '../src/lists/listed-entity.ts';
import { SnapshotBuilder } from '../src/search/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { defaultOptions } from '../src/screener.ts';
import { readSnapshot, writeSnapshot } from '../src/snapshot/snapshot-file.ts';
import { inventedWords, NameSource, wordsOfPairs } from './filler-names.ts';
import { existsSync } from 'node:fs';

const count = Number(process.argv[2] ?? 100000);
const dir = process.argv[3];
const path = process.argv[4] ?? '';
const words = dir ? wordsOfPairs(dir) : inventedWords(80000);
const cpu = (): number => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
function* entities(): Generator<ListedEntity> {
  const source = new NameSource(words, 1);
  for (let i = 0; i < count; i += 1) yield {
    id: `names:${i + 1}`, formerIds: [], schema: 'Person', names: [{ text: source.listed(), kind: 'primary' }], birth: [], death: null, deceased: false,
    gender: null, countries: [], identifiers: [], listings: [{ list: 'SANCTIONS', source: 'names', sourceName: 'names', url: null, date: null, programme: null, title: null, snippet: null }],
    associates: [], positions: [], contentHash: '',
  };
}
let t = cpu();
let s;
if (path && existsSync(path)) { s = readSnapshot(path); console.log('load', cpu() - t); }
else {
const b = new SnapshotBuilder();
for (const e of entities()) b.add(e);
console.log('add', cpu() - t); t = cpu();
s = b.finish({ engine: 'x', sources: [] });
console.log('finish', cpu() - t);
if (path) writeSnapshot(s, path);
}
const screener = createIndexScreener(s);
const ask = new NameSource(words, 77);
const customers = Array.from({ length: 6000 }, () => ask.customer());
for (const round of ['cold', 'warm', 'warm']) {
  const times: number[] = []; let hits = 0; const by: number[][] = [[], [], [], [], []];
  t = cpu();
  for (const name of round === 'cold' ? customers.slice(0, 2000) : customers.slice(0,2000)) {
    const a = performance.now(); hits += screener.screen({ name }, defaultOptions).total; const d = (performance.now() - a) * 1000; times.push(d);
    by[name.split(' ').length]!.push(d);
  }
  const used = cpu() - t;
  times.sort((a, b) => a - b);
  const q = (v: number[], p: number): string => v.length ? v[Math.floor(v.length * p)]!.toFixed(0) : '-';
  console.log(round, 'q/s', (times.length / used * 1000).toFixed(0), 'p50', q(times, 0.5), 'p90', q(times, 0.9), 'p99', q(times, 0.99), 'hits/q', (hits / times.length).toFixed(2), by.map((v, i) => `${i}:${q(v.sort((a, b) => a - b), 0.5)}`).join(' '));
}
