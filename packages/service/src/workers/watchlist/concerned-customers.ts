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

/** Number of changes that this thread handles itself: it has many words cached, and threads take a while to start. */
const fewChanges = 200;
/** Maximum milliseconds that the search holds the event loop, apart from a single entity. */
const sliceMs = 8;

/** Threads for the search, at the lowest priority: up to one per processor, but beyond four all wait for memory. */
export const customerThreads = (): CustomerThreads => ({
  threads: Math.min(4, os.availableParallelism()),
  script: pathToFileURL(installationFile('dist/customer-thread.mjs')),
  mostMegabytes: 512,
});

/**
 * Keys of the customers affected by the changes, in parts; keys may repeat, and parts may be empty.
 * @param threads null if only this thread is available
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

/** Lets other work of this thread run in between. Leaves the iterator open when its reader stops. */
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
