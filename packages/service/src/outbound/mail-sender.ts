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
 * What became of it. `refused`: the server will never take it. `failed`: it may be sent again. `reason` names the error and the
 * server's code, never an address.
 */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; reason: string };

/** Longest wait for each step of the server, in milliseconds. */
const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 10_000 };

/** Milliseconds for all steps together: a server that sends a line now and then is within each limit of a step for ever. */
const totalMs = 20_000;

/**
 * Hands an e-mail to the operator's server. Never rejects, and ends in its time whatever the server does.
 * @param limitMs milliseconds for all of it
 */
export async function sendMail(
  server: NonNullable<Config['mail']>,
  mail: Mail,
  limitMs = totalMs,
): Promise<MailOutcome> {
  // Loaded with the first e-mail, for the sake of everything else that starts.
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
  /** As nodemailer opens connections. */
  open(
    to: { host?: string | undefined; port?: number | string | undefined },
    opened: (error: Error | null, socket?: { connection: net.Socket }) => void,
  ): void;
  isLate(): boolean;
  end(): void;
}

/** A connection of ours, which ends after so many milliseconds: nodemailer offers no way to end its own. */
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

/** How a server is reached. An invitation must not cross a network in the clear: without TLS it goes to this machine only. */
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
  // Of sender and recipient: a wrong password or a busy server is no fault of this e-mail.
  const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return { outcome: isFinal ? 'refused' : 'failed', reason };
}
