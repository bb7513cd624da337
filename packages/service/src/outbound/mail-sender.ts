import net from 'node:net';
import { isLoopback } from '@countersign/outbound';
import type { Config } from '../runtime/config.ts';

/** One e-mail, plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Result of sending. `refused`: the server will never accept it. `failed`: it may be retried. `reason` names the error and the
 * server's code, never an address.
 */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; reason: string };

/** Maximum wait for each step of the server, in milliseconds. */
const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 10_000 };

/** Milliseconds for all steps together: a server that sends a line now and then could stay within the limits per step forever. */
const totalMs = 20_000;

/**
 * Sends an e-mail through the operator's server. Never rejects, and always ends within the limit.
 * @param limitMs milliseconds in total
 */
export async function sendMail(
  server: NonNullable<Config['mail']>,
  mail: Mail,
  limitMs = totalMs,
): Promise<MailOutcome> {
  // Loaded on the first e-mail, to keep starts fast.
  const { createTransport } = await import('nodemailer');
  const line = openLine(limitMs);
  const transport = createTransport({ ...connectionOf(server.url), ...limits, getSocket: line.open });
  try {
    await transport.sendMail({
      ...mail,
      from: { name: 'Countersign', address: server.from },
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: 'sent' };
  } catch (error) {
    return line.isLate() ? { outcome: 'failed', reason: 'ETIMEDOUT' } : failureOf(error);
  } finally {
    line.end();
    transport.close();
  }
}

interface Line {
  /** Opens connections in the way nodemailer expects. */
  open(
    to: { host?: string | undefined; port?: number | string | undefined },
    opened: (error: Error | null, socket?: { connection: net.Socket }) => void,
  ): void;
  isLate(): boolean;
  end(): void;
}

/** Our own connection, closed after the given number of milliseconds: nodemailer offers no way to close its own. */
function openLine(limitMs: number): Line {
  const socket = new net.Socket();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    socket.destroy(Object.assign(new Error('the server took too long'), { code: 'ETIMEDOUT' }));
  }, limitMs);
  return {
    open({ host = 'localhost', port }, opened) {
      socket.once('error', opened);
      socket.connect({ host, port: Number(port) }, () => {
        socket.off('error', opened);
        opened(null, { connection: socket });
      });
    },
    isLate: () => late,
    end: () => {
      clearTimeout(timer);
      socket.destroy();
    },
  };
}

/** How to connect to a server. An invitation must not cross a network in clear text: without TLS, only this machine is allowed. */
export function connectionOf(address: string) {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || isLoopback(host);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(!secure && (isHere ? { ignoreTLS: true } : { requireTLS: true })),
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}

function failureOf(error: unknown): MailOutcome {
  const { code = 'error', responseCode } = error as { code?: string; responseCode?: number };
  const reason = responseCode === undefined ? code : `${code} ${responseCode}`;
  // The error concerns sender or recipient; a wrong password or a busy server is not the fault of this e-mail.
  const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return { outcome: isFinal ? 'refused' : 'failed', reason };
}
