/**
 * Part of a `select`: for the rest of the transaction, rows are read in index order or one by one wherever possible, whatever the
 * statistics. For statements in which every read is meant for one index and ordered by it.
 */
export const indexedPlan = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']
  .map((name) => `set_config('${name}', 'off', true) as ${name}`)
  .join(', ');
