import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { makeSelfSigned } from './self-signed.ts';

/** One open port. */
export interface Listener {
  /** Base URL, without a slash at the end. */
  url: string;
  /** Closes the port, open connections included, or opens the same one again. */
  refuse(refused: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A listener with a certificate of its own. */
export interface TlsListener extends Listener {
  /** PEM; whoever trusts it reaches the listener. */
  certificate: string;
  /** Presents a certificate that nobody trusts, or the usual one again. */
  distrust(distrusted: boolean): void;
}

/** Where to listen. */
export interface Address {
  host: string;
  /** 0: any free one. */
  port: number;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const listening = (server: http.Server, { host, port }: Address): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Registries keep connections for long; a client must never meet one that closes just then. */
const keepAliveMs = 60_000;

async function open(server: http.Server, address: Address, scheme: string): Promise<Listener> {
  const sockets = new Set<Socket>();
  server.keepAliveTimeout = keepAliveMs;
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    // What a client breaks off is its own affair.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listening(server, address);
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
    });
  return {
    url: `${scheme}://${bracketed(address.host)}:${port}`,
    async refuse(refused) {
      if (refused && server.listening) await shut();
      if (!refused && !server.listening) await listening(server, { host: address.host, port });
    },
    close: () => (server.listening ? shut() : Promise.resolve()),
  };
}

/** Opens a port without encryption. Rejects when it cannot. */
export function openListener(address: Address, handle: http.RequestListener): Promise<Listener> {
  return open(http.createServer(handle), address, 'http');
}

/** Opens a port with a self-signed certificate. Rejects when it cannot. */
export async function openTlsListener(address: Address, handle: http.RequestListener): Promise<TlsListener> {
  const usual = makeSelfSigned('registry simulator');
  const server = https.createServer(usual, handle);
  const listener = await open(server, address, 'https');
  return {
    ...listener,
    certificate: usual.cert,
    distrust(distrusted) {
      server.setSecureContext(distrusted ? makeSelfSigned('nobody trusts this') : usual);
      if (distrusted) server.closeAllConnections();
    },
  };
}
