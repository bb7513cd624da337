import os from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  concernedByChange,
  concernedInThreads,
  type CustomerIndex,
  type CustomerThreads,
  type EntityChange,
} from '@countersign/screening';
import { installationFile } from '../../runtime/installation-files.ts';

/** Changes that this thread looks at itself: it has many words looked up already, and threads take a while to start. */
const fewChanges = 200;
/** Longest time in milliseconds that the search holds the event loop, apart from a single entity. */
const sliceMs = 8;

/** Threads for the search, of the lowest priority: every processor may, but beyond four all wait for memory. */
export const customerThreads = (): CustomerThreads => ({
  threads: Math.min(4, os.availableParallelism()),
  script: pathToFileURL(installationFile('dist/customer-thread.mjs')),
  mostMegabytes: 512,
});

/**
 * Keys of the customers whom the changes concern, a part at a time; some come more than once, and some parts are empty.
 * @param threads null where this thread is all there is
 */
export async function* concernedCustomers(
  customers: CustomerIndex,
  changes: Iterator<EntityChange | null>,
  threads: CustomerThreads | null,
): AsyncGenerator<Iterable<string>> {
  const first: EntityChange[] = [];
  if (threads !== null) {
    for await (const change of inSlices(changes)) {
      first.push(change);
      if (first.length <= fewChanges) continue;
      yield* concernedInThreads(customers, chained(first, changes), threads);
      return;
    }
  }
  for await (const change of inSlices(chained(first, changes))) yield concernedByChange(change, customers);
}

/** Lets other work of this thread go on in between. Leaves the iterator open when its reader stops. */
async function* inSlices(changes: Iterator<EntityChange | null>): AsyncGenerator<EntityChange> {
  let since = performance.now();
  for (let next = changes.next(); next.done !== true; next = changes.next()) {
    if (next.value !== null) yield next.value;
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
}

function* chained(
  first: Iterable<EntityChange>,
  rest: Iterator<EntityChange | null>,
): Generator<EntityChange | null> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}
