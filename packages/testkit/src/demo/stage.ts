import type { WebhookReceiver } from '../webhook-receiver.ts';
import type { ApiClient } from '../api-client.ts';

/** What a story runs with. */
export interface Stage {
  client: ApiClient;
  receiver: WebhookReceiver;
  print(line: string): void;
}

/** Runs `work` and prints what it was and how long it took. */
export async function step<T>(
  { print }: Pick<Stage, 'print'>,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const result = await work();
  print(`  ${what.padEnd(58)} ${`${(performance.now() - start).toFixed(0)} ms`.padStart(9)}`);
  return result;
}
