import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { RefusedSource } from './listed-entity.ts';
import { isPublicAddress } from './public-address.ts';

/** What is known of the copy in use; both null when there is none. */
export type Validators = { etag: string | null; lastModified: string | null };

export type DownloadSpec = {
  url: string;
  /** Where the file goes; it is replaced in one step, or not at all. */
  file: string;
  /** Hosts that may be asked, redirects included. */
  hosts: readonly string[];
  validators: Validators;
  /** Hexadecimal SHA-256 the publisher gives. */
  sha256?: string;
  /** Bytes as sent. */
  maximal?: number;
  /** Milliseconds without a byte. */
  timeout?: number;
  /** Attempts after the first. */
  retries?: number;
};

/** `unchanged`: the copy in use is still the current one. */
export type Download =
  { unchanged: true } | ({ unchanged: false; bytes: number; sha256: string } & Validators);

/** Means of a download that tests replace. */
export type Transport = {
  request: typeof request;
  isAllowedAddress: (address: string) => boolean;
  wait: (milliseconds: number) => Promise<unknown>;
  options?: RequestOptions;
};

const usualTransport: Transport = { request, isAllowedAddress: isPublicAddress, wait };
const mostRedirects = 3;

/** A download that may work when it is tried again. */
class FailedDownload extends Error {
  override name = 'FailedDownload';
}

/**
 * Fetches a list over https to a temporary file beside `file`, checks it, and puts it in place by renaming. Asks only for what
 * has changed; retries with growing waits what may pass.
 * @throws RefusedSource when there is no trustworthy new copy; `file` is then as it was
 */
export async function download(spec: DownloadSpec, transport: Transport = usualTransport): Promise<Download> {
  const retries = spec.retries ?? 3;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptDownload(spec, transport);
    } catch (error) {
      if (error instanceof RefusedSource) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (attempt >= retries)
        throw new RefusedSource(`${spec.url} cannot be downloaded: ${reason}`, { cause: error });
      await transport.wait(1000 * 2 ** attempt);
    }
  }
}

async function attemptDownload(spec: DownloadSpec, transport: Transport): Promise<Download> {
  const response = await follow(spec, transport);
  if (response.statusCode === 304) {
    response.resume();
    return { unchanged: true };
  }
  checkHead(response, spec);
  const temporary = `${spec.file}.${String(process.pid)}.part`;
  try {
    await mkdir(path.dirname(spec.file), { recursive: true });
    const { bytes, sha256 } = await save(response, temporary, spec);
    if (spec.sha256 !== undefined && sha256 !== spec.sha256.toLowerCase())
      throw new FailedDownload('the checksum is not the one the publisher gives');
    await rename(temporary, spec.file);
    const { etag = null, 'last-modified': lastModified = null } = response.headers;
    return { unchanged: false, bytes, sha256, etag, lastModified };
  } finally {
    response.destroy();
    await rm(temporary, { force: true });
  }
}

/** The response at the end of the redirects. */
async function follow(spec: DownloadSpec, transport: Transport): Promise<IncomingMessage> {
  let url = spec.url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const target = allowed(url, spec.hosts);
    if (!isAllowedHost(target, transport)) throw new RefusedSource(`${target.host} is no public address`);
    const response = await ask(target, spec, transport);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || statusCode === 304) return response;
    response.resume();
    if (headers.location === undefined || !URL.canParse(headers.location, url))
      throw new RefusedSource(`${url} sends on to nowhere`);
    url = new URL(headers.location, url).href;
  }
  throw new RefusedSource(`${spec.url} sends on more than ${String(mostRedirects)} times`);
}

function allowed(text: string, hosts: readonly string[]): URL {
  if (!URL.canParse(text)) throw new RefusedSource(`${text} is no address`);
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new RefusedSource(`${text} is not https`);
  if (url.username !== '' || url.password !== '')
    throw new RefusedSource(`${url.host} is asked with a password in its address`);
  if (!hosts.includes(url.host)) throw new RefusedSource(`host ${url.host} is not configured`);
  return url;
}

/** A host that is an address itself is never looked up. */
function isAllowedHost({ hostname }: URL, { isAllowedAddress }: Transport): boolean {
  const address = hostname.replace(/^\[|\]$/gu, '');
  return isIP(address) === 0 || isAllowedAddress(address);
}

function ask(
  url: URL,
  { validators, timeout = 30_000 }: DownloadSpec,
  transport: Transport,
): Promise<IncomingMessage> {
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'countersign',
    ...(validators.etag !== null && { 'if-none-match': validators.etag }),
    ...(validators.lastModified !== null && { 'if-modified-since': validators.lastModified }),
  };
  return new Promise((resolve, reject) => {
    const asked = transport.request(url, {
      headers,
      timeout,
      lookup: guardedLookup(transport),
      ...transport.options,
    });
    asked.on('response', resolve);
    asked.on('timeout', () => asked.destroy(new FailedDownload(`no answer for ${String(timeout)} ms`)));
    asked.on('error', reject);
    asked.end();
  });
}

/** Names that lead to private addresses lead nowhere; the address checked is the address used. */
function guardedLookup({ isAllowedAddress }: Transport): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const allowedOnes = error === null ? addresses.filter(({ address }) => isAllowedAddress(address)) : [];
      const [first] = allowedOnes;
      if (error !== null) done(error, '', 0);
      else if (first === undefined) done(new RefusedSource(`${host} has no public address`), '', 0);
      else if (options.all === true) done(null, allowedOnes);
      else done(null, first.address, first.family);
    });
  };
}

function checkHead({ statusCode = 0, headers }: IncomingMessage, { url }: DownloadSpec): void {
  if (statusCode === 429 || statusCode >= 500) throw new FailedDownload(`status ${String(statusCode)}`);
  if (statusCode !== 200) throw new RefusedSource(`${url} answers with status ${String(statusCode)}`);
  if (/^text\/html\b/iu.test(headers['content-type'] ?? ''))
    throw new FailedDownload('a web page came instead of a list');
}

async function save(
  response: IncomingMessage,
  file: string,
  { maximal = 8 * 1024 ** 3 }: DownloadSpec,
): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (bytes === 0) checkStart(chunk);
      bytes += chunk.length;
      if (bytes > maximal) throw new RefusedSource(`more than ${String(maximal)} bytes`);
      digest.update(chunk);
      yield chunk;
    }
  }
  await pipeline(counted, createWriteStream(file, { mode: 0o600 }));
  const stated = Number(response.headers['content-length'] ?? Number.NaN);
  if (bytes === 0) throw new FailedDownload('nothing came');
  if (!response.complete || (!Number.isNaN(stated) && stated !== bytes))
    throw new FailedDownload('it broke off');
  return { bytes, sha256: digest.digest('hex') };
}

function checkStart(chunk: Buffer): void {
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])/iu.test(chunk.subarray(0, 256).toString('latin1')))
    throw new FailedDownload('a web page came instead of a list');
}
