import type { WebhookReceiver } from '../webhook-receiver.ts';
import type { ApiClient } from '../api-client.ts';

/** The environment of a story. */
export interface Stage {
  client: ApiClient;
  receiver: WebhookReceiver;
  print(line: string): void;
}

/** Runs `work` and prints its title and duration. */
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
