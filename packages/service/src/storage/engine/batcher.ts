import { Unavailable } from '../../runtime/unavailable.ts';

/** Milliseconds that an item may wait for its statement to be sent: a hanging database must not accumulate waiting requests (R15). */
const longestWait = 2_000;

/** Options of {@link createBatcher}. */
export interface BatcherOptions<Item, Result> {
  /** Does the work for all items in one statement; the results are in the order of the items. */
  together: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The result of each item after `together` failed; without it, every item gets the error. @throws the item's own error */
  apart?: (item: Item, error: unknown) => Promise<Result>;
  /** Maximum number of concurrent statements. */
  statements: number;
  /** Maximum number of items in one statement. */
  items: number;
}

interface Waiting<Item, Result> {
  item: Item;
  /** `performance.now()` at its arrival. */
  since: number;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets simultaneous callers share a statement. Items that arrive in one turn of the event loop are sent together, at once if a statement
 * may be sent. Later ones go into the next statement, so that no statement began before a request that it answers. An item that waits
 * longer than 2 s for its statement to be sent is rejected with `Unavailable`, and its work has certainly not been done.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let planned = false;
  const send = () => {
    planned = false;
    while (running < options.statements && waiting.length > 0) {
      const batch = waiting.slice(0, options.items);
      waiting = waiting.slice(options.items);
      running += 1;
      void share(options, batch, () => {
        running -= 1;
        plan();
      });
    }
  };
  const plan = () => {
    if (planned || running >= options.statements || waiting.length === 0) return;
    planned = true;
    setImmediate(send);
  };
  let patience: NodeJS.Timeout | null = null;
  const watch = () => {
    const [oldest] = waiting;
    if (patience || !oldest) return;
    patience = setTimeout(giveUp, oldest.since + longestWait - performance.now());
  };
  const giveUp = () => {
    patience = null;
    const limit = performance.now() - longestWait;
    const late = waiting.filter(({ since }) => since <= limit);
    waiting = waiting.slice(late.length);
    for (const { reject } of late) reject(new Unavailable('the database is busy'));
    watch();
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
      plan();
      if (running >= options.statements) watch();
    });
}

async function share<Item, Result>(
  { together, apart }: BatcherOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
  ended: () => void,
): Promise<void> {
  try {
    const results = await together(batch.map(({ item }) => item)).finally(ended);
    if (results.length !== batch.length) throw new Error('a shared statement lost a result');
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
  } catch (error) {
    for (const { item, resolve, reject } of batch) {
      if (apart) resolve(apart(item, error));
      else reject(error);
    }
  }
}
