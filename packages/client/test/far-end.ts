import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { type ClientOptions, CountersignClient } from '../src/index.ts';

export const secret = 'csk_test';
export const apiKey = '5b6f7e0e-33a1-4a8e-9c43-4a9a8b6f2f11';
export const sessionId = '5043de43-828c-4b68-9ca0-15a1b9ea504d';
export const hex = (message: string | Buffer, key = secret) =>
  createHmac('sha256', key).update(message).digest('hex');

interface Step {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Key of the response's signature; `null` sends none. */
  key?: string | null;
  /** Breaks the connection instead of answering. */
  breaks?: boolean;
  /** Never answers. */
  hangs?: boolean;
}

interface Seen {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

let end = () => {};
/** Closes the most recent far end, as the end of each test does. */
export const close = () => end();
afterEach(close);

/** A remote server that plays the steps in order, then repeats the last one. */
export async function scripted(
  steps: Step[],
  { prefix = '', ...options }: Partial<ClientOptions> & { prefix?: string } = {},
) {
  const seen: Seen[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      const {
        status = 200,
        body = {},
        headers: more,
        key = secret,
        breaks,
        hangs,
      } = steps[Math.min(seen.length, steps.length) - 1] as Step;
      if (hangs) return;
      if (breaks) {
        request.socket.destroy();
        return;
      }
      const text = JSON.stringify(body);
      const signature = key === null ? {} : { 'x-hmac-signature': hex(text, key) };
      response.writeHead(status, { 'content-type': 'application/json', ...signature, ...more }).end(text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  return { seen, client: new CountersignClient({ baseUrl, apiKey, sharedSecret: secret, ...options }) };
}
