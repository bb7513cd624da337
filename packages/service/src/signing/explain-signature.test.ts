import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { explainSignature } from './explain-signature.ts';
import type { SignedMessage } from './mistaken-bytes.ts';

const secret = 'f517f38b-2ac1-452d-9aa1-ef661efc0291';
const other = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const text = '{ "vendorData": "Núñez – 07", "callback": "https://shop.example.com/a" }';
const id = '5043de43-828c-4b68-9ca0-15a1b9ea504d';

const body = (bytes: string | Buffer): SignedMessage => ({ kind: 'body', bytes: Buffer.from(bytes) });
const hmac = (key: string | Buffer, message: string | Buffer, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(message).digest();
const explain = (message: SignedMessage, signature: string, secrets = [secret]) =>
  explainSignature(message, { signature, secrets });
/** Codes of mistakes with a webhook or its body: the portal has texts for all of them. */
const mistakes = (message: SignedMessage, signature: string) => {
  const explained = explain(message, signature);
  return explained.fits === null ? explained.explanation?.mistakes : [];
};
const causes = (message: SignedMessage, signature: string, secrets = [secret]) => {
  const explained = explain(message, signature, secrets);
  return explained.fits === null ? explained.explanation?.causes : `fits ${explained.fits}`;
};

describe('a signature', () => {
  it.each([
    ['the digits', 'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef'],
    ['capitals', 'BAF547B49F59C8DFDE06D8343BD24CFC52FF723D386DDBF6D948559C4160CAEF'],
    ['a prefix', 'sha256=baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef'],
  ])('fits its key as %s (T3)', (_, signature) => {
    expect(explain({ kind: 'id', bytes: Buffer.from(id) }, signature, [other])).toEqual({ fits: 1 });
  });

  it('fits the second of two keys', () => {
    const signature = 'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef';
    expect(explain({ kind: 'id', bytes: Buffer.from(id) }, signature, [secret, other])).toEqual({ fits: 2 });
  });

  it('fits an entry of webhook-signature (T10)', () => {
    const bytes = Buffer.from('972b4f01-d1e4-479e-85df-5683449f7e90.1795168800.{"vendorData":"Núñez – 07"}');
    const signature = 'v1,KfxCDpBbB18leiASVwPrBTQXJpuWmgCqRXaYJ8JWy44=';
    expect(explain({ kind: 'webhook', bytes }, signature, [other])).toEqual({ fits: 1 });
    expect(causes({ kind: 'webhook', bytes }, signature.slice(3), [other])).toEqual([
      'base64 in place of hexadecimal digits',
    ]);
  });

  it('that nothing explains is not explained', () => {
    expect(explain(body(text), '00'.repeat(32))).toEqual({ fits: null, explanation: null });
    expect(explain(body(text), hmac('another-key', text).toString('hex'))).toEqual({
      fits: null,
      explanation: null,
    });
  });
});

describe('a signature that does not fit', () => {
  const composed = 'Núñez'.normalize('NFC');
  it.each([
    ['a line feed that was signed', text, `${text}\n`, 'a line feed at the end'],
    ['a line feed that was sent', `${text}\n`, text, 'the text without the line feed at its end'],
    ['white space around it', `  ${text} `, text, 'the text without white space around it'],
    ['line ends', 'a\r\nb', 'a\nb', 'the text with line feeds in place of carriage returns and line feeds'],
    [
      'a second serialisation',
      text,
      '{"vendorData":"Núñez – 07","callback":"https://shop.example.com/a"}',
      'the same JSON without white space',
    ],
    [
      "Python's separators",
      '{"a":1,"b":[1,2]}',
      '{"a": 1, "b": [1, 2]}',
      'the same JSON with a space after commas and colons, as Python writes it',
    ],
    [
      "Python's escapes",
      '{"a":"ú"}',
      '{"a": "\\u00fa"}',
      'the same JSON with letters beyond ASCII escaped, as Python writes it',
    ],
    [
      "PHP's escapes",
      text,
      '{"vendorData":"N\\u00fa\\u00f1ez \\u2013 07","callback":"https:\\/\\/shop.example.com\\/a"}',
      'the same JSON with slashes and letters beyond ASCII escaped, as PHP writes it',
    ],
    [
      'the order of members',
      '{"b":1,"a":2}',
      '{"a":2,"b":1}',
      'the same JSON with its members in another order',
    ],
    [
      'decomposed letters',
      composed,
      composed.normalize('NFD'),
      'the text with decomposed letters (Unicode NFD)',
    ],
    ['a byte order mark', text, `\ufeff${text}`, 'the text with a byte order mark'],
    ['nothing that was signed', text, '', 'no bytes at all'],
    ['UTF-16', text, Buffer.from(text, 'utf16le'), 'the text in UTF-16'],
    ['Latin-1', 'Núñez', Buffer.from('Núñez', 'latin1'), 'the text in Latin-1'],
  ])('because of %s', (_, sent, signed, cause) => {
    const signature = hmac(secret, signed).toString('hex');
    expect(causes(body(sent), signature)).toEqual([cause]);
    expect(mistakes(body(sent), signature)).toHaveLength(1);
  });

  it.each([
    ['5043DE43-828C-4B68-9CA0-15A1B9EA504D', id, 'the identifier in lower case'],
    [id, '5043DE43-828C-4B68-9CA0-15A1B9EA504D', 'the identifier in upper case'],
    [id, `/v1/sessions/${id}/decision`, 'the path of the request'],
    [id, `/media/${id}`, 'the path of the request'],
    [id, `${id}\n`, 'a line feed at the end'],
  ])('because for %s this was signed: %j', (path, signed, cause) => {
    const message = { kind: 'id', bytes: Buffer.from(path) } as const;
    expect(causes(message, hmac(secret, signed).toString('hex'))).toEqual([cause]);
  });

  it.each([
    ['/v1/feedback/fraud-categories', '/feedback/fraud-categories', 'the path without /v1'],
    ['/v1/feedback/fraud-reports\n{}', '{}', 'the body alone'],
    [
      '/v1/feedback/fraud-reports\n{}',
      '/v1/feedback/fraud-reports{}',
      'the path and the body without a line feed between them',
    ],
  ])('because for %j this was signed: %j', (path, signed, cause) => {
    const message = { kind: 'path-and-body', bytes: Buffer.from(path) } as const;
    expect(causes(message, hmac(secret, signed).toString('hex'))).toEqual([cause]);
  });

  it.each([
    ['a line feed after the secret', `${secret}\n`],
    ['the secret decoded from hexadecimal', Buffer.from(secret.replaceAll('-', ''), 'hex')],
    ['the secret decoded from base64', Buffer.from(secret, 'base64')],
    ['an empty secret', ''],
  ])('because the key was %s', (cause, key) => {
    const signature = hmac(key, text).toString('hex');
    expect(causes(body(text), signature)).toEqual([cause]);
    expect(mistakes(body(text), signature)).toHaveLength(1);
  });

  it.each([
    ['SHA-256 without a key', createHash('sha256').update(text).digest()],
    ['HMAC-SHA1', hmac(secret, text, 'sha1')],
    ['HMAC-SHA512', hmac(secret, text, 'sha512')],
    ['HMAC-SHA256 with key and message exchanged', hmac(text, secret)],
    ['a part of the right digest', hmac(secret, text).subarray(0, 16)],
  ])('because it is %s', (cause, digest) => {
    expect(causes(body(text), digest.toString('hex'))).toEqual([cause]);
    expect(mistakes(body(text), digest.toString('hex'))).toHaveLength(1);
  });

  it('because of two mistakes at once', () => {
    expect(causes(body(text), hmac(`${secret}\n`, `${text}\n`).toString('base64'))).toEqual([
      'a line feed at the end',
      'a line feed after the secret',
      'base64 in place of hexadecimal digits',
    ]);
  });

  it('with a fix for what was done', () => {
    expect(explain(body(text), hmac(secret, `${text}\n`).toString('hex'))).toEqual({
      fits: null,
      explanation: {
        mistakes: ['line-feed-added'],
        causes: ['a line feed at the end'],
        fix: 'sign without the line feed: printf %s in a shell, not echo; open files without adding one',
      },
    });
  });

  it('is checked within a second however long the body is', () => {
    const long = body(Buffer.alloc(4 * 1_048_576, 0x61));
    const start = performance.now();
    expect(explain(long, '00'.repeat(32))).toEqual({ fits: null, explanation: null });
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
