import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { makeSelfSigned } from './self-signed.ts';

/** An open port. */
export interface Listener {
  /** Base URL without a trailing slash. */
  url: string;
  /** Closes the port and its open connections, or reopens the same port. */
  refuse(refused: boolean): Promise<void>;
  /** Closes every open connection; the port stays open. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A listener with its own certificate. */
export interface TlsListener extends Listener {
  /** PEM; clients that trust it can connect. */
  certificate: string;
  /** Presents an untrusted certificate, or the usual one again. */
  distrust(distrusted: boolean): void;
}

/** Address to listen on. */
export interface Address {
  host: string;
  /** 0: any free port. */
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

/** Registries keep connections open for long; a client must never use one that is just being closed. */
const keepAliveMs = 60_000;

/** Handles requests; those for which `spared` returns true still get a response when the port is closed meanwhile. */
export interface RequestHandler {
  handle: http.RequestListener;
  spared(request: http.IncomingMessage): boolean;
}

/** Tracks open connections, and those whose current request must get a response in any case. */
function trackConnections(server: http.Server, { scheme, spared }: { scheme: string } & RequestHandler) {
  const sockets = new Set<Socket>();
  const answering = new Map<Socket, http.ServerResponse>();
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    // Connections that clients abort are ignored.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (!spared(request)) return;
    const { socket } = request;
    answering.set(socket, response);
    response.once('close', () => answering.delete(socket));
  });
  return {
    endAll(): void {
      for (const socket of sockets) {
        const response = answering.get(socket);
        if (response === undefined) socket.destroy();
        else response.once('finish', () => socket.end());
      }
    },
  };
}

async function open(
  server: http.Server,
  address: Address,
  handler: { scheme: string } & RequestHandler,
): Promise<Listener> {
  const connections = trackConnections(server, handler);
  server.keepAliveTimeout = keepAliveMs;
  server.on('request', handler.handle);
  const port = await listening(server, address);
  let closed = false;
  const shut = (): void => {
    server.close();
    connections.endAll();
  };
  return {
    url: `${handler.scheme}://${bracketed(address.host)}:${port}`,
    async refuse(refused) {
      if (refused && server.listening) shut();
      if (!refused && !server.listening && !closed) await listening(server, { host: address.host, port });
    },
    hangUp: () => connections.endAll(),
    async close() {
      closed = true;
      if (!server.listening) return;
      const ended = new Promise((resolve) => server.once('close', resolve));
      shut();
      server.closeAllConnections();
      await ended;
    },
  };
}

/** Opens a port without encryption. Rejects when it cannot be opened. */
export function openListener(address: Address, handler: RequestHandler): Promise<Listener> {
  return open(http.createServer(), address, { ...handler, scheme: 'http' });
}

/** Opens a port with a self-signed certificate. Rejects when it cannot be opened. */
export async function openTlsListener(address: Address, handler: RequestHandler): Promise<TlsListener> {
  const usual = makeSelfSigned('registry simulator');
  const server = https.createServer(usual);
  const listener = await open(server, address, { ...handler, scheme: 'https' });
  return {
    ...listener,
    certificate: usual.cert,
    distrust(distrusted) {
      server.setSecureContext(distrusted ? makeSelfSigned('nobody trusts this') : usual);
      // Open connections have already accepted the certificate, even without any request.
      if (distrusted) listener.hangUp();
    },
  };
}
