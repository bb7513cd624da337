import { randomUUID } from 'node:crypto';
import { emitJson } from '@countersign/contract';
import { signWebhook } from '../../signing/sign-webhook.ts';
import { testBodies } from '../../usecases/webhook/test-webhook.ts';
import { type Check, advice, ok, request, wrong } from './doctor-checks.ts';

/** The service gives up after 10 s; a receiver slower than this is likely to exceed that under load. */
const slowMs = 3_000;

interface Sent {
  body: Uint8Array;
  headers: Record<string, string>;
}

/** Older than any likely tolerance of a receiver: Standard Webhooks recommends five minutes. */
const oldSeconds = 3_600;

/** Makes a signed webhook with reserved identifiers, which have no meaning to a real receiver; `age` in seconds. */
function signed(
  secrets: readonly string[],
  { id, more = {}, age = 0 }: { id: string; more?: object; age?: number },
): Sent {
  const body = Buffer.from(emitJson({ ...testBodies.decision, ...more }));
  const headers = signWebhook({
    integrationId: '00000000-0000-4000-8000-000000000003',
    apiKey: '00000000-0000-4000-8000-000000000004',
    webhookId: id,
    attempt: 1,
    timestamp: Math.floor(Date.now() / 1000) - age,
    body,
    secrets: secrets.map((secret, place) => ({ id: String(place), secret, isMaster: place === 0 })),
  });
  return { body, headers: headers ?? {} };
}

async function post(url: URL, { body, headers }: Sent): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const response = await request(url, {
    method: 'POST',
    headers,
    body: Buffer.from(body),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return { status: response.status, ms: Math.round(performance.now() - start) };
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

/**
 * Whether a receiver accepts genuine webhooks of the service and rejects everything else. It is sent eight test decisions.
 * @param secrets of the integration, master first
 * @throws NoAnswer
 * @see docs/guides/webhooks.md
 */
export async function checkReceiver(url: URL, secrets: readonly string[]): Promise<Check[]> {
  const id = randomUUID();
  const first = signed(secrets, { id });
  const taken = await post(url, first);
  const must = async (check: string, sent: Sent, fault: string): Promise<Check> => {
    const { status } = await post(url, sent);
    return isTaken(status)
      ? ok(check, String(status))
      : wrong(check, `must answer 2xx, not ${status}: ${fault}`);
  };
  const mustNot = async (check: string, sent: Sent, fault: string): Promise<Check> => {
    const { status } = await post(url, sent);
    return isTaken(status) ? wrong(check, `must not answer ${status}: ${fault}`) : ok(check, String(status));
  };
  const altered = Buffer.from(Buffer.from(first.body).toString('utf8').replace('"declined"', '"approved"'));
  const none = Object.fromEntries(Object.entries(first.headers).filter(([name]) => !/signature/.test(name)));
  const others = signed([`not-${secrets[0] ?? ''}`], { id: randomUUID() });
  return [
    checkTaken(taken),
    checkSpeed(taken),
    await must(
      'the same webhook again',
      first,
      'a delivery may be repeated; handle webhook-id once and answer 2xx',
    ),
    await must(
      'unknown members',
      signed(secrets, { id: randomUUID(), more: { addedLater: { by: 'a later version' } } }),
      'later versions may add members; ignore unfamiliar ones',
    ),
    await mustNot(
      'no signature',
      { ...first, headers: none },
      'anyone who finds the URL can send forged decisions',
    ),
    await mustNot(
      'altered body',
      { ...first, body: altered },
      'the signature must be verified over the raw bytes',
    ),
    await mustNot('another key', others, 'the signature must be verified with the shared secret'),
    await mustNot(
      'empty signature',
      { ...first, headers: { ...none, 'x-hmac-signature': '', 'webhook-signature': '' } },
      'an empty signature must count as missing',
    ),
    checkAge(await post(url, signed(secrets, { id: randomUUID(), age: oldSeconds }))),
  ];
}

/** Only advice: a receiver may rely on `x-hmac-signature`, which does not cover the time. */
const checkAge = ({ status }: { status: number }): Check =>
  isTaken(status)
    ? advice(
        'an hour old',
        `${status}: an intercepted webhook can be sent again later; verify webhook-signature and reject a webhook-timestamp more than 300 s from now`,
      )
    : ok('an hour old', String(status));

function checkTaken({ status }: { status: number }): Check {
  if (isTaken(status)) return ok('signed', String(status));
  const hint =
    status >= 300 && status < 400
      ? 'redirects are not followed; set the final address'
      : 'check the receiver’s log, and that it uses the same secret';
  return wrong('signed', `must answer 2xx, not ${status}: ${hint}`);
}

const checkSpeed = ({ ms }: { ms: number }): Check =>
  ms <= slowMs
    ? ok('time', `${ms} ms`)
    : advice('time', `${ms} ms; the service waits 10 s: store the webhook, answer, and work afterwards`);
