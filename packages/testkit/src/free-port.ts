import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';

/** Above every port that `fetch` refuses to ask. */
const lowest = 10_240;
/** Where Linux begins by default. */
const usualStart = 32_768;

/** The first port that the system gives away by itself, to servers that ask for any and to every outgoing connection. */
function startOfGiven(): number {
  try {
    const [start] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/);
    return Number(start);
  } catch {
    return usualStart;
  }
}

/**
 * A loopback port for a server that starts later, or again and again on the same one. It is none of those that the system gives
 * away: an outgoing connection of any process would take such a port between two starts, and the second start would fail.
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
