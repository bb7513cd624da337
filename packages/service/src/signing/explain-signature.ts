import { createHash, createHmac } from 'node:crypto';
import type { SignatureMistake } from '@countersign/contract';
import { hmacHex } from './hmac.ts';
import { type MistakenBytes, mistakenBytes, type SignedMessage } from './mistaken-bytes.ts';

/** How a mismatching signature was made, as far as it can be determined. */
export interface Explanation {
  /** Codes of the causes, for texts in other languages. */
  mistakes: SignatureMistake[];
  /** One phrase each; several apply together. */
  causes: string[];
  fix: string;
}

/** The number, from 1, of the key that matches; otherwise the mistake, or `null` when no common one was found. */
export type ExplainedSignature = { fits: number } | { fits: null; explanation: Explanation | null };

interface OtherKey {
  code: SignatureMistake;
  cause: string;
  fix: string;
  key: string | Uint8Array;
}

interface Digest {
  /** Absent for the correct one. */
  code?: SignatureMistake;
  cause: string;
  fix: string;
  of(key: string | Uint8Array, bytes: Uint8Array): Buffer;
}

const asShown = 'use the text of the shared secret as UTF-8, exactly as it was shown';

function otherKeys(secret: string): OtherKey[] {
  const hex = secret.replaceAll('-', '');
  const forms: readonly (readonly [code: SignatureMistake, cause: string, key: string | Uint8Array])[] = [
    ['key-from-base64', 'the secret decoded from base64', Buffer.from(secret, 'base64')],
    ['key-from-base64url', 'the secret decoded from base64url', Buffer.from(secret, 'base64url')],
    ['key-without-hyphens', 'the secret without its hyphens', hex],
    ['key-lower-case', 'the secret in lower case', secret.toLowerCase()],
    ['key-upper-case', 'the secret in upper case', secret.toUpperCase()],
    ['key-quoted', 'the secret in quotation marks', `"${secret}"`],
    [
      'key-as-whsec',
      'the secret in the form of Standard Webhooks, whsec_…, as text',
      `whsec_${Buffer.from(secret).toString('base64')}`,
    ],
    ...(/^([0-9a-f]{2})+$/i.test(hex)
      ? [['key-from-hexadecimal', 'the secret decoded from hexadecimal', Buffer.from(hex, 'hex')] as const]
      : []),
  ];
  const keys: OtherKey[] = [
    {
      code: 'key-line-feed',
      cause: 'a line feed after the secret',
      fix: 'remove the line feed from the secret',
      key: `${secret}\n`,
    },
    {
      code: 'key-empty',
      cause: 'an empty secret',
      fix: 'set the variable of the secret where the program runs',
      key: '',
    },
    ...forms.map(([code, cause, key]) => ({ code, cause, fix: asShown, key })),
  ];
  return keys.filter(({ key }) => key !== secret);
}

const useHmac = 'use HMAC-SHA256 with the shared secret as its key';
const otherDigests: readonly Digest[] = [
  {
    code: 'sha-256',
    cause: 'SHA-256 without a key',
    fix: useHmac,
    of: (_, bytes) => createHash('sha256').update(bytes).digest(),
  },
  {
    code: 'sha-256-key-first',
    cause: 'SHA-256 of the secret followed by the message',
    fix: useHmac,
    of: (key, bytes) => createHash('sha256').update(key).update(bytes).digest(),
  },
  {
    code: 'sha-256-key-last',
    cause: 'SHA-256 of the message followed by the secret',
    fix: useHmac,
    of: (key, bytes) => createHash('sha256').update(bytes).update(key).digest(),
  },
  {
    code: 'key-and-message-exchanged',
    cause: 'HMAC-SHA256 with key and message exchanged',
    fix: 'the shared secret is the key and the bytes are the message',
    of: (key, bytes) => createHmac('sha256', bytes).update(key).digest(),
  },
  ...(['sha1', 'sha512', 'md5'] as const).map((name): Digest => ({
    code: `hmac-${name}`,
    cause: `HMAC-${name.toUpperCase()}`,
    fix: useHmac,
    of: (key, bytes) => createHmac(name, key).update(bytes).digest(),
  })),
  {
    code: 'digest-signed',
    cause: 'HMAC-SHA256 of the hexadecimal SHA-256 of the message',
    fix: 'sign the message itself, not its digest',
    of: (key, bytes) =>
      createHmac('sha256', key).update(createHash('sha256').update(bytes).digest('hex')).digest(),
  },
];

const rightDigest: Digest = {
  cause: '',
  fix: '',
  of: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
};

/** The digest in a header, and what is wrong with its form. */
function readSignature(given: string): { digest: Buffer; form: Explanation | null } {
  const text = given.trim().replace(/^sha256=/i, '');
  if (/^([0-9a-f]{2})+$/i.test(text)) return { digest: Buffer.from(text, 'hex'), form: null };
  const encoded = text.replace(/^v1,/, '');
  const decoded = Buffer.from(
    encoded,
    encoded.includes('-') || encoded.includes('_') ? 'base64url' : 'base64',
  );
  const inner = decoded.toString('latin1');
  if (/^[0-9a-f]{64}$/i.test(inner))
    return {
      digest: Buffer.from(inner, 'hex'),
      form: {
        mistakes: ['base64-of-digits'],
        causes: ['the base64 of the hexadecimal digits'],
        fix: 'send the 64 hexadecimal digits',
      },
    };
  return {
    digest: decoded,
    form: {
      mistakes: ['base64-for-digits'],
      causes: ['base64 in place of hexadecimal digits'],
      fix: 'write the digest in 64 hexadecimal digits',
    },
  };
}

const needsEntry: Explanation = {
  mistakes: ['digits-for-entry'],
  causes: ['hexadecimal digits in place of an entry of webhook-signature'],
  fix: 'compare with x-hmac-signature, which covers the body alone, or with an entry "v1," and base64',
};

/** Longer messages are only tried unmodified: hundreds of digests of a picture take too long. */
const longest = 1_048_576;

/** The digest in a header, and whether this kind of message uses a signature of that form. */
function readFor({ kind }: SignedMessage, signature: string) {
  const { digest, form } = readSignature(signature);
  const isEntry = /^\s*v1,/.test(signature);
  return { digest, form, isAccepted: kind === 'webhook' ? isEntry : form === null };
}

/** Number of the key that produces this digest, from 1; `null`: none. */
function placeOf(
  { bytes }: SignedMessage,
  { digest, secrets }: { digest: Buffer; secrets: readonly string[] },
): number | null {
  const place = secrets.findIndex((secret) => Buffer.from(hmacHex(secret, bytes), 'hex').equals(digest));
  return place < 0 ? null : place + 1;
}

/** Number of the key that matches a signature, from 1, without searching for mistakes; `null`: none. */
export function findFittingKey(
  message: SignedMessage,
  { signature, secrets }: { signature: string; secrets: readonly string[] },
): number | null {
  const { digest, isAccepted } = readFor(message, signature);
  return isAccepted ? placeOf(message, { digest, secrets }) : null;
}

/** Finds the key that matches a signature, or the mistake it was made with: one of bytes, key and digest, or a combination of two. */
export function explainSignature(
  message: SignedMessage,
  { signature, secrets }: { signature: string; secrets: readonly string[] },
): ExplainedSignature {
  const { digest, form, isAccepted } = readFor(message, signature);
  const place = placeOf(message, { digest, secrets });
  if (place !== null) return isAccepted ? { fits: place } : { fits: null, explanation: form ?? needsEntry };
  const found = secrets
    .map((secret) => findMistake(message, { digest, secret }))
    .find((each) => each !== null);
  if (found === undefined) return { fits: null, explanation: partOf(message, { digest, secrets }) };
  const wrongForm = isAccepted ? null : form;
  return {
    fits: null,
    explanation: {
      mistakes: [...found.mistakes, ...(wrongForm?.mistakes ?? [])],
      causes: [...found.causes, ...(wrongForm?.causes ?? [])],
      fix: [found.fix, wrongForm?.fix].filter(Boolean).join('; '),
    },
  };
}

function findMistake(
  message: SignedMessage,
  { digest, secret }: { digest: Buffer; secret: string },
): Explanation | null {
  const others = message.bytes.length > longest ? [] : mistakenBytes(message);
  const bytes: (MistakenBytes | null)[] = [null, ...others];
  const keys: (OtherKey | null)[] = [null, ...otherKeys(secret)];
  const digests = [rightDigest, ...otherDigests];
  for (const method of digests)
    for (const key of keys)
      for (const other of bytes) {
        // A combination of three mistakes proves nothing: with enough of them, anything could be explained.
        if (method !== rightDigest && key !== null && other !== null) continue;
        if (!method.of(key?.key ?? secret, other?.bytes ?? message.bytes).equals(digest)) continue;
        const mistakes = [other, key, method === rightDigest ? null : method].filter((each) => each !== null);
        return {
          mistakes: mistakes.flatMap(({ code }) => code ?? []),
          causes: mistakes.map(({ cause }) => cause),
          fix: mistakes.map(({ fix }) => fix).join('; '),
        };
      }
  return null;
}

/** Explains a signature that is part of the correct one. */
function partOf(
  message: SignedMessage,
  { digest, secrets }: { digest: Buffer; secrets: readonly string[] },
): Explanation | null {
  const isPart = secrets.some((secret) => {
    const whole = Buffer.from(hmacHex(secret, message.bytes), 'hex');
    return digest.length >= 4 && digest.length < whole.length && whole.includes(digest);
  });
  return isPart
    ? {
        mistakes: ['part-of-digest'],
        causes: ['a part of the right digest'],
        fix: 'send all 64 hexadecimal digits',
      }
    : null;
}
