import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyBytes, type OutgoingReply } from './outgoing-reply.ts';

/** Ten pieces per second, so that even at one byte per second the connection stays active. */
const trickleIntervalMs = 100;

interface Letter {
  head: Buffer;
  body: Buffer;
}

/** The reply as bytes; `promised` is the declared length of the body. */
function letterOf(reply: OutgoingReply, promised?: number): Letter {
  const { bytes, contentType } = bodyBytes(reply.body);
  const headers = {
    'content-type': contentType,
    ...reply.headers,
    'content-length': String(promised ?? bytes.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? 'Unknown'}\r\n${lines.join('')}\r\n`;
  return { head: Buffer.from(head, 'latin1'), body: bytes };
}

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

function trickle(socket: Socket, { head, body }: Letter, bytesPerSecond: number): void {
  socket.write(head);
  const start = Date.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((Date.now() - start) * bytesPerSecond) / 1000);
    if (due > sent) socket.write(body.subarray(sent, due));
    sent = Math.max(sent, due);
    if (sent >= body.length) socket.end();
    if (sent >= body.length || socket.destroyed) clearInterval(timer);
  }, trickleIntervalMs);
  socket.once('close', () => clearInterval(timer));
}

/** Sends a reply the way its fault requires. */
export function send(response: ServerResponse, reply: OutgoingReply): void {
  const { socket } = response;
  if (socket === null || socket.destroyed) return;
  const { wire } = reply;
  switch (wire.mode) {
    case 'plain': {
      const { bytes, contentType } = bodyBytes(reply.body);
      const withoutBody = reply.status === 204 || reply.status === 304;
      const length = withoutBody ? {} : { 'content-type': contentType, 'content-length': bytes.length };
      response.writeHead(reply.status, { ...length, ...reply.headers }).end(withoutBody ? undefined : bytes);
      return;
    }
    case 'hang':
      return;
    case 'reset_before_headers':
      socket.resetAndDestroy();
      return;
    case 'reset_mid_body': {
      const { head, body } = letterOf(reply);
      // A reset discards data that the client has not read yet, so give it a moment to read the head.
      socket.write(Buffer.concat([head, firstHalf(body)]), () => {
        setTimeout(() => socket.resetAndDestroy(), 20).unref();
      });
      return;
    }
    case 'truncate': {
      const { head, body } = letterOf(reply);
      socket.end(Buffer.concat([head, firstHalf(body)]));
      return;
    }
    case 'bad_length': {
      const { length } = bodyBytes(reply.body).bytes;
      const { head, body } = letterOf(reply, Math.floor(length / 2));
      socket.end(Buffer.concat([head, body]));
      return;
    }
    case 'trickle':
      trickle(socket, letterOf(reply), wire.bytesPerSecond);
  }
}
