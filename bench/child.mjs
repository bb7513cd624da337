// Helper programs of the benchmarks. Each reports its port when it listens and ends with its parent.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gauges } from './service-process.mjs';

async function start(file) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  const [{ port }] = await once(child, 'message');
  return {
    port,
    ...gauges(child.pid),
    async query(question) {
      child.send(question);
      const [answer] = await once(child, 'message');
      return answer;
    },
    stop: () => void (child.connected && child.disconnect()),
  };
}

/** Starts a bare Node HTTP server that does as little as possible. */
export const startFloorServer = () => start('floor-server.mjs');

/** Starts a webhook receiver with the requests `count` and `take`; `take` returns the receipts so far. */
export const startReceiver = () => start('receiver.mjs');
