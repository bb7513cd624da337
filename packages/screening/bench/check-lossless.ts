import type { ListedEntity } from '../src/lists/listed-entity.ts';
import { SnapshotBuilder } from '../src/search/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { createScanScreener } from '../src/score/scan-screener.ts';
import { defaultOptions } from '../src/screener.ts';
import { inventedWords, NameSource, wordsOfPairs } from './filler-names.ts';

const count = Number(process.argv[2] ?? 3000);
const queries = Number(process.argv[3] ?? 300);
const dir = process.argv[4];
const seed = Number(process.argv[5] ?? 1);
const words = dir ? wordsOfPairs(dir).slice(0, 3000) : inventedWords(3000);
const orgs = ['Trading', 'LLC', 'GmbH', 'OOO', 'Bank', '12', 'Third', 'PJSC', 'International', 'Al', 'de', 'J.', 'M', 'bin'];
const source = new NameSource(words, seed);
let state = seed * 7919 + 1;
const rnd = (n: number): number => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return (state >>> 8) % n; };
const schemata = ['Person', 'Person', 'Company', 'Vessel', 'Unknown', 'Organization'] as const;
const scripts = ['王小明', '李', 'Иван Петров', 'محمد علي', '김철수', 'Мохаммед', 'ジョン', 'Γιώργος'];
const glue = (t: string): string => rnd(8) === 0 ? t.replace(' ', '') : t;
const mk = (): string => {
  let t = source.listed();
  const parts = t.split(' ');
  if (rnd(3) === 0) parts.splice(rnd(parts.length + 1), 0, orgs[rnd(orgs.length)]!);
  if (rnd(10) === 0) parts[rnd(parts.length)] = parts[0]!.charAt(0) + '.';
  if (rnd(25) === 0) return scripts[rnd(scripts.length)]!;
  if (rnd(30) === 0) return parts.map((p) => p[0]).join('') + 'X';
  t = glue(parts.join(' '));
  return t;
};
const list: ListedEntity[] = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`, formerIds: [], schema: schemata[rnd(6)]!, names: Array.from({ length: 1 + rnd(3) }, () => ({ text: mk(), kind: (['primary', 'alias', 'weak'] as const)[rnd(3)]! })), birth: [], death: null, deceased: rnd(9) === 0,
    gender: null, countries: rnd(2) ? [{ code: ['DE', 'FR', 'RU'][rnd(3)]!, role: 'nationality' as const }] : [], identifiers: rnd(5) === 0 ? [{ value: `AB${1000 + rnd(500)}` }] : [], listings: [{ list: (['SANCTIONS', 'WARNINGS', 'PEP_CLASS_1'] as const)[rnd(3)]!, source: 'names', sourceName: 'names', url: null, date: null, programme: null, title: null, snippet: null }],
    associates: [], positions: [], contentHash: '',
}));
const b = new SnapshotBuilder();
for (const e of list) b.add(e);
const snapshot = b.finish({ engine: 'x', sources: [] });
const index = createIndexScreener(snapshot);
const scan = createScanScreener(list, { snapshot: snapshot.manifest.id });
let bad = 0, hits = 0; let ti = 0, ts = 0;
for (let q = 0; q < queries; q += 1) {
  const base = rnd(3) === 0 ? list[rnd(count)]!.names[0]!.text : mk();
  const subject = { name: base, schema: schemata[rnd(6)]!, ...(rnd(3) === 0 && { birthDate: '1970' }), ...(rnd(3) === 0 && { countries: ['DE'] }), ...(rnd(4) === 0 && { identifiers: [{ value: `AB${1000 + rnd(500)}` }] }) };
  const options = { ...defaultOptions, matchThreshold: [0, 10, 30, 50, 60, 65, 70, 75, 80, 80, 85, 90, 95, 100][rnd(14)]!, exactMatch: rnd(12) === 0, excludeDeceased: rnd(5) === 0, countries: rnd(4) === 0 ? ['FR'] : [], limit: 500 };
  let a; 
  try { const t0 = performance.now(); a = scan.screen(subject, options); ts += performance.now() - t0; } catch { continue; }
  const t1 = performance.now();
  const x = index.screen(subject, options); ti += performance.now() - t1;
  hits += a.total;
  if (JSON.stringify(a) !== JSON.stringify(x)) {
    bad += 1;
    const ids = new Set(x.hits.map((h) => h.entityId));
    const lost = a.hits.filter((h) => !ids.has(h.entityId));
    if (bad < 8) console.log('DIFF', JSON.stringify(subject), options.matchThreshold, options.exactMatch, a.total, x.total, lost.slice(0, 3).map((h) => [h.entityId, h.score, h.nameScore, h.schema, h.matchedName, JSON.stringify(h.trace.pairs)]));
  }
}
console.log({ queries, bad, hits, indexMs: ti / queries, scanMs: ts / queries });
