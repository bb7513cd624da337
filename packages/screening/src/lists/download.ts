import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ConnectFailure,
  connectGuarded,
  judgeUrl,
  publisherUrls,
  resolveBySystem,
  type ResolveName,
  type UrlPolicy,
  type UrlRefusal,
} from '@countersign/outbound';
import { RefusedSource } from '../model/listed-entity.ts';

/** HTTP validators of the copy in use; both are null if there is none. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface DownloadSpec {
  url: string;
  /** Destination of the file, which is replaced atomically or not at all. */
  file: string;
  /** Hosts that may be contacted, including by redirects. */
  hosts: readonly string[];
  validators: Validators;
  /** Hexadecimal SHA-256 published with the file. */
  sha256?: string;
  /** Maximum number of bytes transferred. */
  maximal?: number;
  /** Idle timeout in milliseconds. */
  timeout?: number;
  /** Total time limit in milliseconds, including retries and waits; default 1 h. A slow trickle of bytes does not extend it. */
  totalTimeout?: number;
  /** Number of attempts after the first. */
  retries?: number;
}

/** `unchanged`: the copy in use is still current. */
export type Download =
  | { unchanged: true }
  | ({
      unchanged: false;
      bytes: number;
      sha256: string;
      /** Seconds for which intermediate caches have held this copy (`Age`); 0 if none reports it. */
      age: number;
    } & Validators);

/** Dependencies of a download that tests replace. */
export interface Transport {
  resolve: ResolveName;
  urls: UrlPolicy;
  /** Certificate authorities in addition to the bundled ones, PEM. */
  authorities: readonly string[];
  wait: (milliseconds: number) => Promise<unknown>;
}

const usualTransport: Transport = { resolve: resolveBySystem, urls: publisherUrls, authorities: [], wait };
const mostRedirects = 3;
const usualTotalTimeout = 60 * 60_000;

/** A download that may succeed when retried. */
class FailedDownload extends Error {
  override name = 'FailedDownload';
}

/**
 * Downloads a list over https to a temporary file beside `file`, checks it, and renames it into place. Sends conditional requests;
 * retries temporary failures with increasing delays.
 * @throws RefusedSource if there is no trustworthy new copy; `file` is then unchanged
 */
export async function download(spec: DownloadSpec, transport: Transport = usualTransport): Promise<Download> {
  const retries = spec.retries ?? 3;
  const { url, totalTimeout = usualTotalTimeout } = spec;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), totalTimeout).unref();
  try {
    return await downloadWithRetries({ ...spec, retries, signal: deadline.signal }, transport);
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    throw new RefusedSource(`${withoutQuery(url)}: the download must end within ${String(totalTimeout)} ms`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** An address for messages: the query may contain a token. */
export const withoutQuery = (url: string): string => url.replace(/\?.*/su, '?…');

type TimedSpec = DownloadSpec & { retries: number; signal: AbortSignal };

async function downloadWithRetries(spec: TimedSpec, transport: Transport): Promise<Download> {
  const { retries } = spec;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptDownload(spec, transport);
    } catch (error) {
      if (error instanceof RefusedSource || spec.signal.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (attempt >= retries)
        throw new RefusedSource(`${withoutQuery(spec.url)} cannot be downloaded: ${reason}`, {
          cause: error,
        });
      await transport.wait(1000 * 2 ** attempt);
    }
  }
}

async function attemptDownload(spec: TimedSpec, transport: Transport): Promise<Download> {
  const response = await follow(spec, transport);
  const temporary = `${spec.file}.${String(process.pid)}.part`;
  try {
    if (response.statusCode === 304) return { unchanged: true };
    checkHead(response, spec);
    await mkdir(path.dirname(spec.file), { recursive: true });
    const { bytes, sha256 } = await save(response, temporary, spec);
    if (spec.sha256 !== undefined && sha256 !== spec.sha256.toLowerCase())
      throw new FailedDownload('the checksum is not the one the publisher gives');
    await rename(temporary, spec.file);
    const { etag = null, 'last-modified': lastModified = null } = response.headers;
    const { age = '' } = response.headers;
    return {
      unchanged: false,
      bytes,
      sha256,
      age: /^\d{1,9}$/.test(age) ? Number(age) : 0,
      etag,
      lastModified,
    };
  } finally {
    response.destroy();
    await rm(temporary, { force: true });
  }
}

/** The response after following redirects. */
async function follow(spec: TimedSpec, transport: Transport): Promise<IncomingMessage> {
  let url = spec.url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const target = allowed(url, spec.hosts, transport);
    const response = await send(target, spec, transport);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || statusCode === 304) return response;
    // Reading it to its end could take as long as the server keeps sending, beyond every limit of the download.
    response.destroy();
    if (headers.location === undefined || !URL.canParse(headers.location, url))
      throw new RefusedSource(`${withoutQuery(url)} sends on to nowhere`);
    url = new URL(headers.location, url).href;
  }
  throw new RefusedSource(`${withoutQuery(spec.url)} sends on more than ${String(mostRedirects)} times`);
}

function allowed(text: string, hosts: readonly string[], { urls }: Transport): URL {
  const judged = judgeUrl(text, urls);
  if ('refused' in judged) throw new RefusedSource(refusalOf(text, judged.refused));
  const { url } = judged.target;
  if (!hosts.includes(url.host))
    throw new RefusedSource(
      `${url.host}: must be one of "hosts" in sources.json for a download that is sent on to it`,
    );
  return url;
}

function refusalOf(text: string, refused: UrlRefusal): string {
  if (refused === 'not_a_url') return `${withoutQuery(text)}: must be a URL`;
  if (refused === 'scheme') return `${withoutQuery(text)}: must begin with https`;
  const { host } = new URL(text);
  return refused === 'user_info'
    ? `${host}: URL must not contain credentials`
    : `${host}: must be a public address`;
}

/** A name is resolved and checked again for every request, including redirects; the connection uses the checked address. */
function send(
  url: URL,
  { validators, timeout = 30_000, signal }: TimedSpec,
  { resolve, urls, authorities }: Transport,
): Promise<IncomingMessage> {
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    // Intermediate caches must revalidate with the publisher.
    'cache-control': 'no-cache',
    'user-agent': 'countersign',
    ...(validators.etag !== null && { 'if-none-match': validators.etag }),
    ...(validators.lastModified !== null && { 'if-modified-since': validators.lastModified }),
  };
  const connect = { resolve, policy: urls.addresses, limitMs: timeout, authorities, client: null };
  const tooLate = new FailedDownload(`no answer for ${String(timeout)} ms`);
  return new Promise((answered, reject) => {
    const outgoing = request(url, {
      headers,
      signal,
      createConnection: (_, connected) => {
        connectGuarded(url, connect)
          .then((socket) => connected(null, socket))
          .catch((error: unknown) => reject(failureOf(error, url) ?? tooLate));
        return null;
      },
    });
    // An aborted request without a connection emits no event.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    outgoing.setTimeout(timeout, () => outgoing.destroy(tooLate));
    outgoing.on('response', answered);
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** @returns `null` if the connection took too long */
function failureOf(error: unknown, { host }: URL): Error | null {
  if (!(error instanceof ConnectFailure)) return error as Error;
  if (error.reason === 'timeout') return null;
  if (error.reason === 'denied' || error.reason === 'wrong_peer')
    return new RefusedSource(`${host} leads to an address that is not public`);
  return error.cause instanceof Error ? error.cause : error;
}

function checkHead({ statusCode = 0, headers }: IncomingMessage, { url }: DownloadSpec): void {
  if (statusCode === 429 || statusCode >= 500) throw new FailedDownload(`status ${String(statusCode)}`);
  if (statusCode !== 200)
    throw new RefusedSource(`${withoutQuery(url)} answers with status ${String(statusCode)}`);
  if (/^text\/html\b/iu.test(headers['content-type'] ?? ''))
    throw new FailedDownload('a web page came instead of a list');
}

async function save(
  response: IncomingMessage,
  file: string,
  { url, maximal = 8 * 1024 ** 3, signal }: TimedSpec,
): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (bytes === 0) checkStart(chunk, response, url);
      bytes += chunk.length;
      if (bytes > maximal) throw new RefusedSource(`more than ${String(maximal)} bytes`);
      digest.update(chunk);
      yield chunk;
    }
  }
  // A failed pipeline does not wait for its last stream. The file must be open before the pipeline starts and closed before the caller
  // removes it; otherwise a pending open would create the file again.
  const handle = await open(file, 'w', 0o600);
  try {
    await pipeline(counted, handle.createWriteStream(), { signal });
  } finally {
    await handle.close();
  }
  const stated = Number(response.headers['content-length'] ?? Number.NaN);
  if (bytes === 0) throw new FailedDownload('nothing came');
  if (!response.complete || (!Number.isNaN(stated) && stated !== bytes))
    throw new FailedDownload('it broke off');
  return { bytes, sha256: digest.digest('hex') };
}

function checkStart(chunk: Buffer, { headers }: IncomingMessage, url: string): void {
  const isEndKnown = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // gzip and XML content has its own end marker.
  if (
    !isEndKnown &&
    !/^(?:\x1f\x8b|(?:\xef\xbb\xbf)?\s*<\?xml)/u.test(chunk.subarray(0, 64).toString('latin1'))
  )
    throw new RefusedSource(
      `${withoutQuery(url)}: must come with its length, or in chunks; a list that breaks off would look whole`,
    );
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])/iu.test(chunk.subarray(0, 256).toString('latin1')))
    throw new FailedDownload('a web page came instead of a list');
}
