import type { SignatureMistake } from '@countersign/contract';

/** The kind of message a signature covers, with the given bytes. */
export interface SignedMessage {
  kind: 'body' | 'id' | 'path' | 'path-and-body' | 'webhook';
  bytes: Uint8Array;
}

/** Bytes commonly signed by mistake instead of others. */
export interface MistakenBytes {
  /** Absent where it does not apply to webhooks, which are all the portal checks. */
  code?: SignatureMistake;
  /** Completes "the signature covers …". */
  cause: string;
  /** How to change the signing program. */
  fix: string;
  bytes: Uint8Array;
}

interface Change extends Pick<MistakenBytes, 'code'> {
  cause: string;
  fix: string;
  /** `null` where the mistake cannot occur with this text. */
  change(text: string): string | null;
}

const sendWhatIsSigned = 'serialise once, sign those bytes and send those bytes';
const noLineFeed =
  'sign without the line feed: printf %s in a shell, not echo; open files without adding one';

const lineEnds: readonly Change[] = [
  {
    code: 'line-feed-added',
    cause: 'a line feed at the end',
    fix: noLineFeed,
    change: (text) => `${text}\n`,
  },
  {
    code: 'line-end-added',
    cause: 'a carriage return and a line feed at the end',
    fix: noLineFeed,
    change: (text) => `${text}\r\n`,
  },
  {
    code: 'line-feed-removed',
    cause: 'the text without the line feed at its end',
    fix: 'sign the bytes that are sent, with the line feed, or send them without it',
    change: (text) => text.replace(/\r?\n$/, ''),
  },
  {
    code: 'trimmed',
    cause: 'the text without white space around it',
    fix: 'sign before anything trims the text',
    change: (text) => text.trim(),
  },
  {
    code: 'line-ends-shortened',
    cause: 'the text with line feeds in place of carriage returns and line feeds',
    fix: 'read and send the file as bytes, not as text',
    change: (text) => text.replaceAll('\r\n', '\n'),
  },
  {
    code: 'line-ends-lengthened',
    cause: 'the text with carriage returns and line feeds in place of line feeds',
    fix: 'read and send the file as bytes, not as text',
    change: (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  },
];

const escapeNonAscii = (text: string): string =>
  text.replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const rewritten = (write: (value: unknown) => string) => (text: string) => {
  const value = parsed(text);
  return value === undefined ? null : write(value);
};

const compact = (value: unknown): string => JSON.stringify(value) ?? '';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/** Serialises with the separators of Python's `json.dumps`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return compact(value);
  const members = Object.entries(value).map(([name, member]) => `${compact(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

const json = (code: SignatureMistake, form: string, write: (value: unknown) => string): Change => ({
  code,
  cause: `the same JSON ${form}`,
  fix: sendWhatIsSigned,
  change: rewritten(write),
});

const serialisations: readonly Change[] = [
  json('json-compact', 'without white space', compact),
  json('json-indented-2', 'indented by two spaces', (value) => JSON.stringify(value, null, 2)),
  json('json-indented-4', 'indented by four spaces', (value) => JSON.stringify(value, null, 4)),
  json('json-spaced', 'with a space after commas and colons, as Python writes it', spaced),
  json('json-spaced-escaped', 'with letters beyond ASCII escaped, as Python writes it', (value) =>
    escapeNonAscii(spaced(value)),
  ),
  json('json-escaped', 'with letters beyond ASCII escaped', (value) => escapeNonAscii(compact(value))),
  json('json-slashes-escaped', 'with slashes and letters beyond ASCII escaped, as PHP writes it', (value) =>
    escapeNonAscii(compact(value).replaceAll('/', '\\/')),
  ),
  json('json-slashes', 'with slashes escaped, as PHP writes it', (value) =>
    compact(value).replaceAll('/', '\\/'),
  ),
  json('json-sorted', 'with its members in another order', (value) => compact(sorted(value))),
  json('json-in-json', 'as a JSON text inside a JSON text', (value) => compact(compact(value))),
];

const letterForms: readonly Change[] = [
  {
    code: 'letters-composed',
    cause: 'the text with composed letters (Unicode NFC)',
    fix: 'sign and send the same form of letters',
    change: (text) => text.normalize('NFC'),
  },
  {
    code: 'letters-decomposed',
    cause: 'the text with decomposed letters (Unicode NFD)',
    fix: 'sign and send the same form of letters',
    change: (text) => text.normalize('NFD'),
  },
  {
    code: 'byte-order-mark-added',
    cause: 'the text with a byte order mark',
    fix: 'write UTF-8 without a byte order mark',
    change: (text) => `\ufeff${text}`,
  },
  {
    code: 'byte-order-mark-removed',
    cause: 'the text without its byte order mark',
    fix: 'send UTF-8 without a byte order mark',
    change: (text) => text.replace(/^\ufeff/, ''),
  },
];

const asInPath = 'sign the identifier exactly as it is written in the path of the request';
const endpoints = [
  'decision',
  'media',
  'attempts',
  'person',
  'watchlist-screening',
  'decision/fullauto',
  'decision/ine-registry',
  'decision/curp-registry',
  'decision/combined-ine-curp-registry',
];
const pathsOf = (id: string): string[] => [
  `/sessions/${id}`,
  ...endpoints.map((name) => `/sessions/${id}/${name}`),
  `/attempts/${id}/media`,
  `/media/${id}`,
];

const identifiers: readonly Change[] = [
  {
    cause: 'the identifier in lower case',
    fix: asInPath,
    change: (text) => text.toLowerCase(),
  },
  { cause: 'the identifier in upper case', fix: asInPath, change: (text) => text.toUpperCase() },
  { cause: 'the identifier without hyphens', fix: asInPath, change: (text) => text.replaceAll('-', '') },
  { cause: 'the identifier in quotation marks', fix: asInPath, change: (text) => `"${text}"` },
  ...['', '/v1'].flatMap((prefix) =>
    pathsOf('').map((_, place): Change => ({
      cause: 'the path of the request',
      fix: 'sign the identifier alone, not the path',
      change: (text) => `${prefix}${pathsOf(text)[place] ?? ''}`,
    })),
  ),
];

const paths: readonly Change[] = [
  {
    cause: 'the path without /v1',
    fix: 'sign the full path, as it follows the host name',
    change: (text) => text.replace(/^\/v1/, ''),
  },
  {
    cause: 'the path without the slash at its beginning',
    fix: 'sign the full path, with its first slash',
    change: (text) => text.replace(/^\//, ''),
  },
  {
    cause: 'the body alone',
    fix: 'sign the full path, one line feed and the body',
    change: (text) => (text.includes('\n') ? text.slice(text.indexOf('\n') + 1) : null),
  },
  {
    cause: 'the path and the body without a line feed between them',
    fix: 'put one line feed between path and body',
    change: (text) => (text.includes('\n') ? text.replace('\n', '') : null),
  },
  {
    cause: 'the path alone',
    fix: 'sign the full path, one line feed and the body',
    change: (text) => (text.includes('\n') ? text.slice(0, text.indexOf('\n')) : null),
  },
];

const nothing: Change = {
  code: 'no-bytes',
  cause: 'no bytes at all',
  fix: 'sign the body after it is written; an empty stream or variable was signed',
  change: () => '',
};

const changesOf: Readonly<Record<SignedMessage['kind'], readonly Change[]>> = {
  body: [...lineEnds, ...serialisations, ...letterForms, nothing],
  webhook: [...lineEnds, ...serialisations, ...letterForms, nothing],
  id: [...lineEnds, ...identifiers, nothing],
  path: [...lineEnds, ...paths, nothing],
  'path-and-body': [...lineEnds, ...paths, nothing],
};

/** The bytes that programs commonly sign by mistake instead of these, excluding identical ones. */
export function mistakenBytes({ kind, bytes }: SignedMessage): MistakenBytes[] {
  const given = Buffer.from(bytes);
  const text = given.toString('utf8');
  const changed = changesOf[kind].flatMap(({ change, ...about }) => {
    const other = change(text);
    return other === null ? [] : [{ ...about, bytes: Buffer.from(other) }];
  });
  const encoded: (MistakenBytes & { bytes: Buffer })[] = [
    {
      code: 'latin-1',
      cause: 'the text in Latin-1',
      fix: 'encode the text as UTF-8',
      bytes: Buffer.from(text, 'latin1'),
    },
    {
      code: 'utf-16',
      cause: 'the text in UTF-16',
      fix: 'encode the text as UTF-8',
      bytes: Buffer.from(text, 'utf16le'),
    },
    {
      code: 'encoded-twice',
      cause: 'the UTF-8 bytes encoded as UTF-8 once more',
      fix: 'encode the text once',
      bytes: Buffer.from(given.toString('latin1')),
    },
    {
      code: 'bytes-as-base64',
      cause: 'the base64 of the bytes',
      fix: 'sign the bytes themselves',
      bytes: Buffer.from(given.toString('base64')),
    },
  ];
  return [...changed, ...encoded].filter((other) => !other.bytes.equals(given));
}
