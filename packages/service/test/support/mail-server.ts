import { SMTPServer } from 'smtp-server';
import { databaseCertificate } from './database-certificate.ts';

/** One e-mail that the server took. */
export interface TakenMail {
  from: string;
  to: string[];
  /** With its headers, as it came. */
  source: string;
}

/** A server of e-mail on the loopback address. */
export interface MailServer {
  /** As `SMTP_URL`, with user and password. */
  url: string;
  taken: TakenMail[];
  /** Answers every recipient with this code; `null`: takes everything. */
  refuseWith: number | null;
  close(): Promise<void>;
}

const [user, password] = ['countersign', 'p:ss word'];

/** Starts one without TLS, or with a certificate that nobody trusts but who is told to. @param options.host its address, of this machine */
export async function startMailServer({ secure = false, host = '127.0.0.1' } = {}): Promise<MailServer> {
  const server: MailServer = { url: '', taken: [], refuseWith: null, close: async () => {} };
  const smtp = new SMTPServer({
    secure,
    ...(secure ? databaseCertificate : {}),
    allowInsecureAuth: true,
    disabledCommands: secure ? [] : ['STARTTLS'],
    onAuth: ({ username, password: given }, _session, answer) =>
      username === user && given === password ? answer(null, { user }) : answer(new Error('wrong password')),
    onRcptTo: (_address, _session, answer) => {
      const { refuseWith } = server;
      if (refuseWith === null) answer();
      else answer(Object.assign(new Error('not now'), { responseCode: refuseWith }));
    },
    onData: (stream, { envelope }, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        server.taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', ''),
        });
        answer();
      });
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => void smtp.listen(0, host, resolve));
  const { port } = smtp.server.address() as { port: number };
  server.url = `${secure ? 'smtps' : 'smtp'}://${user}:${encodeURIComponent(password)}@${host}:${port}`;
  server.close = () => new Promise((resolve) => smtp.close(resolve));
  return server;
}
