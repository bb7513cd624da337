import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultOptions } from '@countersign/screening';
import { inventedWords, NameSource } from '../../screening/bench/filler-names.ts';
import { installationFile } from '../src/runtime/installation-files.ts';
import { LiveLists } from '../src/watchlists/live-lists.ts';
import { loadLists } from '../src/watchlists/load-lists.ts';

/** Seconds of one step. */
export interface Step {
  elapsed: number;
  /** Of all threads of the process. */
  processor: number;
}

/** What a change of the lists costs until a running service answers with it. */
export interface ListChange {
  names: number;
  /** Reading the sources, and everything until the new state is published. */
  load: Step;
  /** Until a service that has the state before answers with the new one. */
  takeOver: Step;
}

const namesOfEntity = 3;
/** What the changed people of a round are called: unlike each other. */
const roundNames = ['Velmora Strubinko', 'Quorlan Oskeldette', 'Tarvin Brenmarksen', 'Zefrin Dolvanovic'];

async function measured(work: () => Promise<unknown>): Promise<Step> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { elapsed: (performance.now() - startedAt) / 1000, processor: (user + system) / 1e6 };
}

/** People of three names each, one JSON line a person. */
function linesOf(names: number): string[] {
  const drawn = new NameSource(inventedWords(80_000), 1);
  return Array.from({ length: Math.round(names / namesOfEntity) }, (_, at) =>
    JSON.stringify({
      id: `entry-${at}`,
      names: Array.from({ length: namesOfEntity }, () => ({ text: drawn.listed() })),
      birth: [`19${30 + (at % 60)}`],
      countries: [{ code: 'DE', role: 'nationality' }],
      listings: [{ list: 'SANCTIONS', source: 'filler', sourceName: 'Filler names' }],
    }),
  );
}

/** Loads a list of so many names, changes some of its people again and again, and measures each change. */
export async function measureListChanges({
  names,
  changes,
  rounds,
  each = () => undefined,
}: {
  names: number;
  changes: number;
  rounds: number;
  /** Called after the first load and after each change. */
  each?: (change: ListChange) => void;
}): Promise<ListChange[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'countersign-list-change-'));
  const write = (lines: readonly string[]): void =>
    writeFileSync(path.join(root, 'house.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(
    path.join(root, 'sources.json'),
    JSON.stringify([{ id: 'house', format: 'native', path: 'house.jsonl' }]),
  );
  const quiet = (): void => undefined;
  const lists = new LiveLists({
    directory: root,
    reader: pathToFileURL(installationFile('dist/snapshot-thread.mjs')),
    bundled: null,
    log: { info: quiet, warn: quiet, error: (fields) => process.stderr.write(`${JSON.stringify(fields)}\n`) },
  });
  try {
    const lines = linesOf(names);
    write(lines);
    const load = (): Promise<unknown> => loadLists(root, { offline: false, now: new Date() });
    const whole: ListChange = {
      names,
      load: await measured(load),
      takeOver: await measured(() => lists.look()),
    };
    each(whole);
    const found = [whole];
    for (let round = 0; round < rounds; round += 1) {
      const name = roundNames[round % roundNames.length] ?? '';
      for (let change = 0; change < changes; change += 1) {
        const at = (change * 997 + round) % lines.length;
        lines[at] = JSON.stringify({ ...JSON.parse(lines[at] ?? ''), names: [{ text: name }] });
      }
      write(lines);
      const change = { names, load: await measured(load), takeOver: await measured(() => lists.look()) };
      found.push(change);
      each(change);
      const total = lists.screener()?.screen({ name }, defaultOptions).total;
      if (total !== changes) throw new Error(`hits: must be ${changes}, not ${total}`);
    }
    return found;
  } finally {
    await lists.stop();
    rmSync(root, { recursive: true });
  }
}
