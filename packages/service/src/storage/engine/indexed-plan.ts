/**
 * Part of a `select`: for the rest of the transaction rows are read in the order of an index, or one by one, wherever there is such a way,
 * whatever the statistics are like. For statements whose every look is meant for one index and ordered by it.
 */
export const indexedPlan = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']
  .map((name) => `set_config('${name}', 'off', true) as ${name}`)
  .join(', ');
