import { createHmac } from 'node:crypto';

/** Credentials of one integration, as an integrator has them. */
export interface Credentials {
  apiKey: string;
  sharedSecret: string;
}

/** HMAC-SHA256 in lower-case hex. Computed here instead of by the service's own code, as an attacker would. @see spec/contract.md A-15 */
export const sign = (secret: string, text: string | Buffer): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** One HTTP/1.1 request; the caller controls every byte of it. */
export interface Request {
  method?: string;
  /** Request target as sent. */
  target: string;
  /** `null` sends no API key. */
  key?: string | null;
  /** Value of the signature header; `null` sends none. */
  signature?: string | null;
  /** Header lines sent after the usual ones, in this order, repeated names included. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: Buffer | string;
  /** `null` omits the header; by default `application/json` for a request with a body. */
  type?: string | null;
  /** Declared length; `null` declares none. By default the real one. */
  length?: number | null;
  /** `null` sends no `Host`. */
  host?: string | null;
  feedback?: boolean;
  version?: string;
}

/** The request's head, with the empty line that ends it. */
export function headOf(request: Request): string {
  const { method = 'GET', target, body, version = 'HTTP/1.1', feedback = false } = request;
  const hasBody = body !== undefined || typeof request.length === 'number';
  const type = request.type === undefined && hasBody ? 'application/json' : request.type;
  const length = request.length === undefined && hasBody ? Buffer.byteLength(body ?? '') : request.length;
  const [keyName, signatureName] = feedback
    ? ['vrf-auth-client', 'vrf-hmac-signature']
    : ['x-auth-client', 'x-hmac-signature'];
  const lines = [
    ...(request.host === null ? [] : [['host', request.host ?? 'localhost']]),
    ...(request.key ? [[keyName, request.key]] : []),
    ...(request.signature ? [[signatureName, request.signature]] : []),
    ...(type ? [['content-type', type]] : []),
    ...(typeof length === 'number' ? [['content-length', String(length)]] : []),
    ...(request.headers ?? []),
  ].map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target} ${version}`, ...lines, '', ''].join('\r\n');
}

/** The whole request. Header values are sent byte for byte (Latin-1). */
export const bytesOf = (request: Request): Buffer =>
  Buffer.concat([Buffer.from(headOf(request), 'latin1'), Buffer.from(request.body ?? '')]);

/** A write signed over its body. */
export const signedWrite = (
  { apiKey, sharedSecret }: Credentials,
  { body, ...rest }: Request & { body: Buffer | string },
): Request => ({ method: 'POST', key: apiKey, signature: sign(sharedSecret, body), body, ...rest });

/** A read signed over an identifier. */
export const signedRead = (
  { apiKey, sharedSecret }: Credentials,
  { target, over, ...rest }: Request & { over: string },
): Request => ({ target, key: apiKey, signature: sign(sharedSecret, over), ...rest });
