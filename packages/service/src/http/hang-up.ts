import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DeliveryLimits, LingerLimits } from './http-limits.ts';

/** How many connections are drained at a time; nothing is read from further ones. */
const lingeringAtOnce = 64;
let lingering = 0;
/** Milliseconds between two checks of what a client sends after its answer. */
const lookMs = 50;

/** Sockets that have been answered for good and are being ended. */
const ending = new WeakSet<Socket>();

/** True after `endSocket`: anything that still arrives on this connection is dropped. */
export const isEnding = (socket: Socket): boolean => ending.has(socket);

/**
 * Half-closes a connection after the answer, drops what the client still sends within the limits, and then destroys it even if the client
 * keeps its own side open: HTTP servers accept half-open connections, so `end` alone frees nothing.
 */
export function endSocket(socket: Socket, { idleMs, totalMs, bytes }: LingerLimits): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const readBefore = socket.bytesRead;
  let readAtLastLook = readBefore;
  let readAt = performance.now();
  const destroy = () => void socket.destroy();
  const total = setTimeout(destroy, totalMs);
  // Checked often: a client on a fast network can send a gigabyte within the permitted idle time.
  const look = setInterval(
    () => {
      const { bytesRead } = socket;
      const now = performance.now();
      if (bytesRead !== readAtLastLook) readAt = now;
      readAtLastLook = bytesRead;
      if (now - readAt >= idleMs || bytesRead - readBefore > bytes) socket.destroy();
    },
    Math.min(idleMs, lookMs),
  );
  socket.on('error', destroy);
  socket.once('end', () => socket.destroySoon());
  socket.once('close', () => {
    clearTimeout(total);
    clearInterval(look);
  });
  socket.end();
}

/**
 * Sends the body of an answer and closes the connection, because the request's body was not read to its end and no further request
 * could be read. The headers must have been written, `connection: close` among them.
 */
export function endWithRest(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, linger }: { bytes: Buffer; linger: LingerLimits },
): void {
  const { socket } = response;
  // An earlier answer on this connection is still being sent; Node closes it after this one.
  if (socket === null) {
    response.end(bytes);
    return;
  }
  if (bytes.length > 0) response.write(bytes);
  else response.flushHeaders();
  // `endSocket` destroys the socket later: ending the response would do so at once, and lose what the client has not read yet.
  request.on('error', () => {});
  // Draining is a courtesy, which is dropped if many connections need it at a time.
  let left = lingering < lingeringAtOnce ? linger.bytes : 0;
  lingering += 1;
  socket.once('close', () => (lingering -= 1));
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  endSocket(socket, linger);
}

/** Destroys the connection if its client reads the answer too slowly. An answer that the kernel accepted at once costs nothing here. */
export function limitDelivery(
  response: ServerResponse,
  { windowMs, leastBytesPerSecond }: DeliveryLimits,
): void {
  if (response.writableFinished || response.destroyed) return;
  const { socket } = response;
  if (response.writableEnded && socket !== null && socket.writableLength === 0) return;
  let before = socket === null ? null : sentBytes(socket);
  const timer = setInterval(() => {
    // Waiting behind an earlier answer on the same connection, which has its own limit.
    if (response.socket === null) return;
    const sent = sentBytes(response.socket);
    if (before !== null && sent - before < (leastBytesPerSecond * windowMs) / 1000) response.socket.destroy();
    before = sent;
  }, windowMs);
  const stop = () => clearInterval(timer);
  response.once('finish', stop);
  response.once('close', stop);
}

/** Bytes that the kernel accepted, in steps of one write. */
const sentBytes = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;
