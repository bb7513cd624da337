// Child process: many connections that each send `head`, `sendBytes` bytes between `start` and `end`, and then hold on, from
// several loopback addresses.
// Reports the statuses it got over IPC whenever it is asked, and ends with its parent.
import net from 'node:net';

/** @typedef {{ port: number, connections: number, addresses: number, head: string, bodyBytes: number, sendBytes: number, start?: string, end?: string }} Plan */

const statuses = {};
let opened = 0;

/** @param {Plan} plan */
function start({ port, connections, addresses, head, bodyBytes, sendBytes, start: first = '', end = '' }) {
  const piece = Buffer.alloc(64 * 1024, 'A');
  const full = head.replace('LENGTH', String(bodyBytes));
  for (let n = 0; n < connections; n += 1) {
    const localAddress = `127.1.${Math.floor((n % addresses) / 250)}.${1 + ((n % addresses) % 250)}`;
    const socket = net.connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
    let left = sendBytes;
    const pump = () => {
      while (left > 0 && !socket.destroyed) {
        const bytes = Math.min(left, piece.length);
        left -= bytes;
        const more = socket.write(bytes === piece.length ? piece : piece.subarray(0, bytes));
        if (left === 0) socket.write(end);
        if (!more) return;
      }
    };
    socket.on('connect', () => {
      opened += 1;
      socket.write(full + first);
      pump();
    });
    socket.on('drain', pump);
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1] ?? 'other';
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  }
}

process.on('message', (message) => {
  if (message === 'report') process.send({ opened, statuses });
  else start(message);
});
process.on('disconnect', () => process.exit());
