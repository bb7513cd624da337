import fs from 'node:fs';
import net from 'node:net';

/** A TCP connection under the test's control: it keeps its own end open whatever the server does. */
export interface RawConnection {
  socket: net.Socket;
  /** Everything received so far. */
  received(): string;
  /** Status of the first answer; waits for it, rejects when the connection ends without one. */
  status(): Promise<number>;
  /** Resolves when the server has ended its side or reset the connection. */
  ended: Promise<void>;
}

/** @param from local address to connect from: Linux accepts every 127.0.0.0/8 address on loopback */
export function openRaw(port: number, from = '127.0.0.1'): RawConnection {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  let text = '';
  let over = false;
  const changed = new Set<() => void>();
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      resolve();
      for (const look of changed) look();
    };
    socket.on('end', end);
    socket.on('close', end);
  });
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (const look of changed) look();
  });
  const status = () =>
    new Promise<number>((resolve, reject) => {
      const look = () => {
        const found = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
        if (found !== undefined) resolve(Number(found));
        else if (over) reject(new Error('the connection ended without an answer'));
      };
      changed.add(look);
      look();
    });
  return { socket, received: () => text, status, ended };
}

/** Descriptors this process has open; the listing's own is not counted. */
export const openDescriptors = (): number => fs.readdirSync('/proc/self/fd').length - 1;

/** The files below a directory that this process has open. */
export const openFilesBelow = (directory: string): string[] =>
  fs.readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(directory) ? [target] : [];
    } catch {
      return [];
    }
  });
