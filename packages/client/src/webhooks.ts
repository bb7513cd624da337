import { CountersignError, WebhookError } from './errors.ts';
import { bytesOf, entrySignatureFits, hexSignatureFits, toBytes } from './signature.ts';
import type { WebhookBodies } from './wire.ts';

/** Types of webhook supported by this version of the library. */
export type WebhookTypeName = keyof WebhookBodies;

/** A webhook by type. `unknown` is a type sent by a later version of the service: answer 200 and ignore it. */
export type WebhookBody =
  | { [Type in WebhookTypeName]: { type: Type; body: WebhookBodies[Type] } }[WebhookTypeName]
  | { type: 'unknown'; body: Record<string, unknown> };

/** A verified webhook. */
export type Webhook = WebhookBody & {
  /** `webhook-id`: the same on every attempt and replay. Store it to process an event once. Empty when the header is missing. */
  id: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** The integration it concerns; `null` when the header is missing. */
  integrationId: string | null;
};

/** Headers as provided by runtimes. */
export type IncomingHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook as it arrived. */
export interface IncomingWebhook {
  /** The raw bytes of the body, as they arrived. JSON that was parsed and serialised again has different bytes. */
  body: Uint8Array | ArrayBuffer | string;
  headers: IncomingHeaders;
}

/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** The shared secret of the integration, or both the new and the old one while keys are rotated. */
  secrets: string | readonly string[];
  /**
   * Maximum difference in seconds between `webhook-timestamp` and now, which limits how long a captured request can be replayed. Each
   * attempt has its own timestamp. `null` skips the check. 300 by default.
   */
  toleranceSeconds?: number | null;
  /** Milliseconds since 1970, instead of the clock. */
  now?: number;
}

function headerOf(headers: IncomingHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== name) continue;
    // Two values can never be one signature.
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  }
  return null;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const hasText = (body: Record<string, unknown>, member: string): boolean => typeof body[member] === 'string';

/** Members unique to each type, in the order in which they are tried. */
const marks: readonly (readonly [WebhookTypeName, (body: Record<string, unknown>) => boolean])[] = [
  ['full-auto', ({ eventType }) => eventType === 'fullauto'],
  ['ine-registry', ({ eventType }) => eventType === 'ine_registry'],
  ['ine-curp-registry', ({ eventType }) => eventType === 'combined-ine-curp-registry'],
  ['curp-registry', ({ type }) => type === 'curp_registry'],
  ['user-defined-status', ({ eventType }) => eventType === 'user-status.created'],
  ['watchlist-screening', (body) => hasText(body, 'checkType') && hasText(body, 'matchStatus')],
  ['event', (body) => hasText(body, 'action') && typeof body['code'] === 'number'],
  ['decision', ({ verification, technicalData }) => isObject(verification) && isObject(technicalData)],
];

/** Determines the type of a webhook from its members; the wire does not name it. @see spec/contract.md A-84 */
export function readWebhook(body: Record<string, unknown>): WebhookBody {
  const type = marks.find(([, fits]) => fits(body))?.[0] ?? 'unknown';
  return { type, body } as unknown as WebhookBody;
}

/**
 * Verifies a webhook over its raw bytes and parses it.
 *
 * `x-hmac-signature` must match one of the secrets. If `webhook-signature` is present and a tolerance is in force, it must match too,
 * because only it covers the timestamp.
 * @throws WebhookError, with the problem, for a webhook that must not be trusted; CountersignError for a body that was already parsed
 * @see spec/contract.md A-86
 */
export async function verifyWebhook(
  { body, headers }: IncomingWebhook,
  { secrets, toleranceSeconds = 300, now = Date.now() }: VerifyOptions,
): Promise<Webhook> {
  // An unset variable is `undefined` here, and an empty secret is a key anyone can use.
  const keys = typeof secrets === 'string' ? [secrets] : ((secrets as readonly string[] | undefined) ?? []);
  if (keys.length === 0 || keys.some((key) => !key))
    throw new RangeError('secrets: must be at least one shared secret, none of them empty');
  const bytes = rawBytes(body);
  const signature = headerOf(headers, 'x-hmac-signature') ?? headerOf(headers, 'vrf-hmac-signature');
  if (!signature)
    throw new WebhookError('signature-missing', 'webhook: the header x-hmac-signature must be there');
  if (!(await hexSignatureFits(signature, bytes, keys))) throw wrongSignature('x-hmac-signature');
  const id = headerOf(headers, 'webhook-id') ?? '';
  if (toleranceSeconds !== null) {
    const timestamp = readTimestamp(headerOf(headers, 'webhook-timestamp'), toleranceSeconds, now);
    const head = toBytes(`${id}.${timestamp}.`);
    const covered = new Uint8Array(head.length + bytes.length);
    covered.set(head);
    covered.set(bytes, head.length);
    const entries = headerOf(headers, 'webhook-signature') ?? '';
    if (!(await entrySignatureFits(entries, covered, keys))) throw wrongSignature('webhook-signature');
  }
  return {
    ...readWebhook(parseObject(bytes)),
    id,
    attempt: Number(headerOf(headers, 'webhook-attempt') ?? 1),
    integrationId: headerOf(headers, 'vrf-integration-id'),
  };
}

function rawBytes(body: IncomingWebhook['body']): Uint8Array {
  const bytes = typeof body === 'string' ? toBytes(body) : bytesOf(body);
  if (bytes) return bytes;
  throw new CountersignError(
    'body: must be the raw bytes of the webhook, not what a framework parsed; read them before it does',
  );
}

const wrongSignature = (header: string): WebhookError =>
  new WebhookError(
    'signature-wrong',
    `webhook: ${header} fits none of the secrets; verify the raw bytes of the body, before anything parses them`,
  );

function readTimestamp(text: string | null, tolerance: number, now: number): number {
  const seconds = /^\d{1,12}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (Math.abs(seconds - now / 1000) <= tolerance) return seconds;
  throw new WebhookError(
    'timestamp-outside-tolerance',
    `webhook: webhook-timestamp must be within ${tolerance} s of now, not ${text ?? 'missing'}; compare the clocks of both machines`,
  );
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    value = null;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new WebhookError('body-not-json', 'webhook: the body must be a JSON object');
}
