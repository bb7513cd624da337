import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openSharedCustomers } from '../monitor/customer-index.ts';
import { concernedByChange } from '../monitor/reverse-screen.ts';
import type { CustomerTask, CustomerThreadStart } from './concerned-in-threads.ts';
import type { NumberedAnswer } from './task-thread.ts';

// Only for this thread: callers waiting for a response of the service take precedence.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const customers = openSharedCustomers((workerData as CustomerThreadStart).customers);

parentPort?.on('message', ({ number, changes }: CustomerTask) => {
  const keys = new Set<string>();
  for (const change of changes) for (const key of concernedByChange(change, customers)) keys.add(key);
  const answer: NumberedAnswer<string[]> = { number, answer: [...keys] };
  parentPort?.postMessage(answer, []);
});
