import { createHash } from 'node:crypto';
import {
  type CommandInput,
  exitCodes,
  optionalText,
  requiredText,
  UsageError,
} from '@countersign/command-line';
import { webhookMessageHead } from '@countersign/contract';
import { explainSignature } from '../../signing/explain-signature.ts';
import { hmacHex } from '../../signing/hmac.ts';
import type { SignedMessage } from '../../signing/mistaken-bytes.ts';
import { bytesOf, secretFileOption, secretsOf } from '../read-secrets.ts';
import { type CommandResult, type ConfigCommand, done, exampleId } from '../command.ts';

const messageOptions = {
  id: {
    type: 'string',
    value: 'ID',
    about: 'signs the id of a session, attempt or media file, as in the path of a GET or DELETE',
  },
  path: {
    type: 'string',
    value: 'PATH',
    about: 'signs a path of the feedback API, with FILE after one line feed if there is one',
  },
  'secret-file': secretFileOption,
} as const;

/** Verbs on signatures; they need no installation. @see spec/contract.md */
export const signingCommands: readonly ConfigCommand[] = [
  {
    name: 'sign',
    about: 'prints length, SHA-256 and signature of a body, id or path; - reads the body from standard input',
    arguments: ['[FILE]'],
    options: messageOptions,
    example: 'sign body.json --secret-file data/dev-integration.json',
    runAlone: async (_config, input) => sign(input),
  },
  {
    name: 'verify',
    about:
      'compares a signature with a body, id or path, and names the mistake; exits with status 1 on a mismatch',
    arguments: ['[FILE]'],
    options: {
      ...messageOptions,
      signature: {
        type: 'string',
        value: 'TEXT',
        need: 'required',
        about: 'content of x-hmac-signature, vrf-hmac-signature or webhook-signature',
      },
      'webhook-id': { type: 'string', value: 'ID', about: 'content of webhook-id, with webhook-signature' },
      'webhook-timestamp': {
        type: 'string',
        value: 'SECONDS',
        about: 'content of webhook-timestamp, with webhook-signature',
      },
    },
    example: `verify --id ${exampleId.session} --signature baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef`,
    runAlone: async (_config, input) => verify(input),
  },
];

async function sign(input: CommandInput): Promise<CommandResult> {
  const [secret = ''] = await secretsOf(input);
  const message = await messageOf(input);
  return done({ ...described(message), signature: hmacHex(secret, message.bytes) }, remarkOn(message));
}

async function verify(input: CommandInput): Promise<CommandResult> {
  const secrets = await secretsOf(input);
  const message = await messageOf(input);
  const signatures = requiredText(input, 'signature').trim().split(/\s+/);
  const results = signatures.map((signature) => explainSignature(message, { signature, secrets }));
  const fitting = results.find(({ fits }) => fits !== null);
  if (fitting) {
    const key = `${fitting.fits} of ${secrets.length}`;
    return done({ result: 'fits', ...described(message), key });
  }
  const explained = results.flatMap((result) => (result.fits === null ? (result.explanation ?? []) : []))[0];
  const output = {
    result: 'does not fit',
    ...described(message),
    signedInstead: explained?.causes ?? [],
    fix: explained?.fix ?? usualFix(message),
    help: '/docs/signing#when-it-does-not-fit',
  };
  return { ...done(output, remarkOn(message)), exitCode: exitCodes.finding };
}

const usualFix = ({ kind }: SignedMessage): string =>
  `the mismatch has none of the usual causes; try the other keys of the integration ("keys list" prints their names), and compare length and SHA-256 of the ${kind === 'id' ? 'identifier' : 'bytes'} with those in the program that signed`;

/** Length and digest of the exact bytes, with their beginning and end, which reveals white space. */
function described({ kind, bytes }: SignedMessage) {
  const hex = (part: Uint8Array) =>
    Buffer.from(part)
      .toString('hex')
      .replaceAll(/(..)(?=.)/g, '$1 ');
  return {
    covers: kind === 'webhook' ? 'webhook-id.webhook-timestamp.body' : kind,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    firstBytes: hex(bytes.subarray(0, 4)),
    lastBytes: hex(bytes.subarray(-4)),
  };
}

/** Properties of the bytes that are legal but rarely intended. */
function remarkOn({ kind, bytes }: SignedMessage): string | undefined {
  const given = Buffer.from(bytes);
  const remarks = [
    given.length === 0 && 'the input is empty',
    given.at(-1) === 0x0a && 'the last byte is a line feed, and is signed with the others',
    given.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) && 'the first bytes are a byte order mark',
    given.includes('\r\n') && 'lines end with a carriage return and a line feed',
    kind === 'id' &&
      /[A-Z]/.test(given.toString()) &&
      'the identifier has capital letters: the path must have the same ones',
  ].filter((remark) => remark !== false);
  return remarks.length === 0 ? undefined : remarks.join('\n');
}

/** @throws UsageError */
async function messageOf(input: CommandInput): Promise<SignedMessage> {
  const [file] = input.positionals;
  const [id, path] = [optionalText(input, 'id'), optionalText(input, 'path')];
  if (id !== undefined) {
    if (file !== undefined || path !== undefined)
      throw new UsageError('--id: must be given without FILE and --path');
    return { kind: 'id', bytes: Buffer.from(id) };
  }
  const body = file === undefined ? null : await bytesOf(file);
  if (path !== undefined) return pathMessage(path, body);
  if (body === null) throw new UsageError('must be given: one of FILE, --id, --path; - reads standard input');
  return webhookMessage(input, body) ?? { kind: 'body', bytes: body };
}

function pathMessage(path: string, body: Buffer | null): SignedMessage {
  if (!/^\/v1\/[^?#\s]+$/.test(path))
    throw new UsageError(
      `--path: must be a path such as /v1/feedback/fraud-reports without its query, not ${path}`,
    );
  if (body === null) return { kind: 'path', bytes: Buffer.from(path) };
  return { kind: 'path-and-body', bytes: Buffer.concat([Buffer.from(`${path}\n`), body]) };
}

function webhookMessage(input: CommandInput, body: Buffer): SignedMessage | null {
  const [id, timestamp] = [optionalText(input, 'webhook-id'), optionalText(input, 'webhook-timestamp')];
  if (id === undefined && timestamp === undefined) return null;
  if (id === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    throw new UsageError(
      '--webhook-id, --webhook-timestamp: must be given together, the second in whole seconds',
    );
  return {
    kind: 'webhook',
    bytes: Buffer.concat([Buffer.from(webhookMessageHead(id, Number(timestamp))), body]),
  };
}
