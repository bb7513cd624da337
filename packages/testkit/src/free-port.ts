import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';

/** Above every port that `fetch` blocks. */
const lowest = 10_240;
/** Start of Linux's default range. */
const usualStart = 32_768;

/** The first port of the range that the system assigns to servers without a fixed port and to outgoing connections. */
function startOfGiven(): number {
  try {
    const [start] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/);
    return Number(start);
  } catch {
    return usualStart;
  }
}

/**
 * A loopback port for a server that starts later or restarts on the same port. It is outside the range that the system assigns:
 * otherwise an outgoing connection of any process could take it between two starts, and the second start would fail.
 */
export async function freePort(): Promise<number> {
  const start = startOfGiven();
  const end = start > lowest + 1_000 ? start : usualStart;
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (end - lowest));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
