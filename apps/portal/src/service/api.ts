import { portalHeaders, portalPath, type PortalErrorBody, type PortalErrorCode } from '@countersign/contract';

/**
 * Why a call failed: `network` when there was no response, `passkey-…` when the browser or the device failed, otherwise the
 * service's code.
 */
export type RefusalCode =
  | PortalErrorCode
  | 'network'
  | 'passkey-cancelled'
  | 'passkey-exists'
  | 'passkey-unavailable';

/** A failed call. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** For `invalid`: the wrong member of the body or query. */
  readonly member: string | undefined;
  /** For `too-many`: seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    { message = code, member, retryAfter }: { message?: string; member?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.member = member;
    this.retryAfter = retryAfter;
  }
}

let csrf = '';

/** Keeps the token that every change must carry. It comes with `GET me` and with a sign-in, and is not stored anywhere else. */
export const keepCsrf = (token: string): void => {
  csrf = token;
};

type Query = Readonly<Record<string, string | undefined>>;

/** Path of a call with its query; members without a value are left out. */
export function apiPath(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return `${portalPath}/${path}${search === '' ? '' : `?${search}`}`;
}

type Listener = () => void;
const listeners = new Set<Listener>();

/**
 * Registers a listener for calls that are rejected because the sign-in has ended. @returns a function that removes the listener
 */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function refusalOf(response: Response): Promise<Refusal> {
  const retry = Number(response.headers.get('retry-after'));
  const wait = retry > 0 ? { retryAfter: retry } : {};
  const { error } = (await response.json().catch(() => ({}))) as Partial<PortalErrorBody>;
  if (error === undefined) return new Refusal(response.status === 503 ? 'unavailable' : 'internal', wait);
  const { code, message, member } = error;
  return new Refusal(code, { message, ...wait, ...(member === undefined ? {} : { member }) });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init }).catch(() => {
    throw new Refusal('network');
  });
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (refusal.code === 'signed-out') for (const listener of listeners) listener();
  throw refusal;
}

const jsonOf = async (response: Response): Promise<unknown> =>
  response.status === 204 ? null : response.json();

/** Reads a resource. @throws Refusal */
export const read = async <Answer>(path: string, query?: Query): Promise<Answer> =>
  (await jsonOf(await send(apiPath(path, query), {}))) as Answer;

/** Reads bytes with their headers. @throws Refusal */
export const readRaw = (path: string): Promise<Response> => send(apiPath(path), {});

/** Sends a change. @throws Refusal */
export async function change<Answer = null>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = {
    [portalHeaders.marker]: '1',
    [portalHeaders.csrf]: csrf,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (await jsonOf(await send(apiPath(path), init))) as Answer;
}
