import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { emitJson, jsonContentType, Problem, problemBody } from '@countersign/contract';
import type { ServiceContext } from '../context.ts';
import { isWithin } from '../runtime/networks.ts';
import { softOpenFilesLimit } from '../runtime/open-files.ts';
import { addressGroup, canonical } from './client-address.ts';
import { endSocket } from './hang-up.ts';
import { limitLog } from './limited-log.ts';

/** Descriptors kept for files, the embedded database, lists and the pipes of child processes. */
const reservedDescriptors = 200;
/** How many connections over the limit are answered at a time; further ones are closed without an answer. */
const refusalsAtOnce = 64;
/** How many connections get their parser in one turn of the event loop: hundreds may have been waiting to be accepted. */
const attachedPerTurn = 16;
const refusalLinger = { idleMs: 500, totalMs: 1_000, bytes: 64 * 1024 };

const refusalBody = emitJson(problemBody(new Problem('unavailable')));
const refusal = Buffer.from(
  `HTTP/1.1 503 Service Unavailable\r\nContent-Type: ${jsonContentType}\r\n` +
    `Content-Length: ${refusalBody.length}\r\nCache-Control: no-store\r\nRetry-After: 1\r\nConnection: close\r\n\r\n${refusalBody}`,
);

/**
 * The number of connections for which the process has enough descriptors: one for a file that each connection reads or writes, and those
 * that the process itself needs.
 */
export function connectionsFor(
  { connectionsMax, databaseConnections }: { connectionsMax: number; databaseConnections: number },
  openFiles: number | null = softOpenFilesLimit(),
): number {
  if (openFiles === null) return connectionsMax;
  const available = Math.floor((openFiles - reservedDescriptors - databaseConnections - refusalsAtOnce) / 2);
  return Math.max(16, Math.min(connectionsMax, available));
}

/**
 * Limits the number of connections, in total and per client address. A connection over the limit is answered with 503 before anything
 * is read from it. Trusted proxies are exempt from the limit per address, because their connections carry all their clients.
 * @see spec/contract.md A-114
 */
export function limitConnections(
  server: Server,
  { config, metrics, log }: ServiceContext,
  trustedProxies: BlockList | null,
): void {
  const all = connectionsFor(config);
  const perAddress = config.connectionsPerAddress;
  const report = limitLog(log);
  if (all < config.connectionsMax)
    log.warn(
      { count: all, limit: softOpenFilesLimit() },
      'fewer connections than configured: the limit of open files (ulimit -n, LimitNOFILE) is too low',
    );
  const open = createTally(metrics.connections);
  const inTurn = createAttacher();
  const refuse = createRefuser();
  // Node's own listener attaches the HTTP parser; it is called only for connections within the limits.
  const attach = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = canonical(socket.remoteAddress ?? '');
    const exempt = trustedProxies !== null && isWithin(trustedProxies, address);
    const group = exempt ? null : addressGroup(address);
    const limit =
      open.total() >= all ? 'all' : group !== null && open.of(group) >= perAddress ? 'address' : null;
    if (limit === null) {
      open.enter(socket, group);
      inTurn(socket, () => {
        for (const listener of attach) listener.call(server, socket);
      });
      return;
    }
    metrics.refusedConnections.inc({ limit });
    report(`connections ${limit}`, { limit }, 'connection limit reached: refusing connections');
    if (limit === 'all') closeIdle(server);
    refuse(socket);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'accept') return;
    metrics.refusedConnections.inc({ limit: 'descriptors' });
    report(
      'accept',
      { error },
      'no descriptor left for a connection: raise the limit of open files (ulimit -n, LimitNOFILE)',
    );
  });
}

/** Runs a few callbacks per turn of the event loop, in order, starting at once. Data that clients send meanwhile waits in the kernel. */
function createAttacher(): (socket: Socket, attach: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = attachedPerTurn;
  let planned = false;
  const nextTurn = () => {
    left = attachedPerTurn;
    planned = false;
    while (left > 0 && waiting.length > 0) {
      left -= 1;
      waiting.shift()?.();
    }
    if (waiting.length > 0 || left < attachedPerTurn) plan();
  };
  const plan = () => {
    if (planned) return;
    planned = true;
    setImmediate(nextTurn);
  };
  return (socket, attach) => {
    plan();
    if (left > 0 && waiting.length === 0) {
      left -= 1;
      attach();
      return;
    }
    // Until the server adds its own listener: an error event without a listener would end the process.
    const ignore = () => {};
    socket.on('error', ignore);
    waiting.push(() => {
      if (socket.destroyed) return;
      attach();
      socket.off('error', ignore);
    });
  };
}

/** Idle keep-alive connections must not prevent new clients from connecting. */
const closeIdle = (server: Server): void => server.closeIdleConnections();

function createTally(gauge: ServiceContext['metrics']['connections']) {
  const byGroup = new Map<string, number>();
  let total = 0;
  const change = (group: string | null, by: 1 | -1) => {
    total += by;
    gauge.set(total);
    if (group === null) return;
    const now = (byGroup.get(group) ?? 0) + by;
    if (now === 0) byGroup.delete(group);
    else byGroup.set(group, now);
  };
  return {
    total: () => total,
    of: (group: string) => byGroup.get(group) ?? 0,
    enter(socket: Socket, group: string | null) {
      change(group, 1);
      socket.once('close', () => change(group, -1));
    },
  };
}

function createRefuser(): (socket: Socket) => void {
  let refusing = 0;
  return (socket) => {
    socket.on('error', () => {});
    if (refusing >= refusalsAtOnce) {
      socket.resetAndDestroy();
      return;
    }
    refusing += 1;
    socket.once('close', () => (refusing -= 1));
    socket.write(refusal);
    socket.resume();
    endSocket(socket, refusalLinger);
  };
}
