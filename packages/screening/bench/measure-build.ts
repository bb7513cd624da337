import type { ListedEntity } from '../src/lists/listed-entity.ts';
import { SnapshotBuilder } from '../src/search/build-snapshot.ts';
import { snapshotBytes } from '../src/snapshot/snapshot.ts';
import { inventedWords, NameSource, wordsOfPairs } from './filler-names.ts';

const count = Number(process.argv[2] ?? 100000);
const dir = process.argv[3];
const source = new NameSource(dir ? wordsOfPairs(dir) : inventedWords(80000), 1);
const names = Array.from({ length: count }, () => source.listed());
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
function* entities(): Generator<ListedEntity> {
  for (const [i, text] of names.entries())
    yield {
      id: `names:${i + 1}`,
      formerIds: [],
      schema: 'Person',
      names: [{ text, kind: 'primary' }],
      birth: [],
      death: null,
      deceased: false,
      gender: null,
      countries: [],
      identifiers: [],
      listings: [
        {
          list: 'SANCTIONS',
          source: 'names',
          sourceName: 'names',
          url: null,
          date: null,
          programme: null,
          title: null,
          snippet: null,
        },
      ],
      associates: [],
      positions: [],
      contentHash: '',
    };
}
let t = cpu();
const b = new SnapshotBuilder();
for (const e of entities()) b.add(e);
console.log('add', cpu() - t);
t = cpu();
const s = b.finish({ engine: 'x', sources: [] });
console.log('finish', cpu() - t);
const { index, payload } = snapshotBytes(s);
console.log(s.manifest, (index / s.manifest.names).toFixed(1), (payload / s.manifest.names).toFixed(1));
for (const [k, v] of Object.entries(s.sections))
  console.log(k, v.length, (v.byteLength / s.manifest.names).toFixed(2));
