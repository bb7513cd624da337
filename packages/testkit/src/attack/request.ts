import { createHmac } from 'node:crypto';

/** An integrator's credentials for one integration. */
export interface Credentials {
  apiKey: string;
  sharedSecret: string;
}

/**
 * HMAC-SHA256 in lower-case hex, computed independently of the service's code, as an attacker would.
 * @see spec/contract.md A-15
 */
export const sign = (secret: string, text: string | Buffer): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** An HTTP/1.1 request with every byte under the caller's control. */
export interface Request {
  method?: string;
  /** Request target, sent unchanged. */
  target: string;
  /** `null` sends no API key. */
  key?: string | null;
  /** Value of the signature header; `null` sends none. */
  signature?: string | null;
  /** Header lines sent after the usual ones, in this order, including repeated names. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: Buffer | string;
  /** `null` omits the header; default for a request with a body: `application/json`. */
  type?: string | null;
  /** Declared length; `null` declares none; default: the actual length. */
  length?: number | null;
  /** `null` sends no `Host`. */
  host?: string | null;
  feedback?: boolean;
  version?: string;
}

/** The head of the request, including the empty line at its end. */
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
