import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type PasskeyAlgorithm = 'P-256' | 'Ed25519' | 'RSA';

type CborValue = number | string | Uint8Array | Map<number | string, CborValue>;

/** Encodes CBOR in the canonical form of CTAP 2. */
export function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)]),
  ]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}

/** Flag bits of authenticator data. */
export const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const;

/** Wrong values in place of the right ones. */
export interface Deviation {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  /** The host to sign for. */
  rpId?: string;
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  /** Attestation format of a registration, in place of `none`. */
  format?: string;
  statement?: Map<string, CborValue>;
  publicKey?: Map<number, CborValue>;
  /** Length of the credential id in bytes. */
  idLength?: number;
  /** Modifies the bytes after they were signed. */
  spoil?: (bytes: Buffer) => Buffer;
}

interface Wanted {
  attempt: string;
  options: { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } };
}

function newKey(algorithm: PasskeyAlgorithm): KeyObject {
  if (algorithm === 'P-256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (algorithm === 'Ed25519') return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** A device with one passkey that does whatever the test requires. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #algorithm: PasskeyAlgorithm;
  id: Buffer = randomBytes(32);
  userHandle: string | null = null;
  counter = 0;
  /** Whether every signature increments the counter. */
  counts = true;

  constructor(origin: string, algorithm: PasskeyAlgorithm = 'P-256', key: KeyObject = newKey(algorithm)) {
    this.#origin = origin;
    this.#algorithm = algorithm;
    this.#key = key;
  }

  /** A clone of the device: same key, same id, same counter. */
  copy(): SoftwareAuthenticator {
    const copy = new SoftwareAuthenticator(this.#origin, this.#algorithm, this.#key);
    const { id, userHandle, counter } = this;
    return Object.assign(copy, { id, userHandle, counter });
  }

  /** Body of the request that adds a passkey with this name. */
  make({ attempt, options }: Wanted, name: string, wrong: Deviation = {}) {
    if (wrong.idLength !== undefined) this.id = randomBytes(wrong.idLength);
    this.userHandle = options.user?.id ?? null;
    const clientData = this.#clientData('webauthn.create', options.challenge, wrong);
    const key = cbor(wrong.publicKey ?? this.#coseKey());
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const flags = wrong.flags ?? flag.present | flag.verified | flag.attested;
    const authData = Buffer.concat([
      this.#authenticatorData(wrong.rpId ?? options.rp?.id ?? '', flags, wrong),
      Buffer.alloc(16),
      length,
      this.id,
      key,
    ]);
    const statement =
      wrong.statement ??
      (wrong.format === 'packed'
        ? new Map<string, CborValue>([
            ['alg', this.#alg()],
            ['sig', this.#sign(authData, clientData)],
          ])
        : new Map<string, CborValue>());
    const object = cbor(
      new Map<string, CborValue>([
        ['fmt', wrong.format ?? 'none'],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    const attestation = (wrong.spoil?.(object) ?? object).toString('base64url');
    const id = this.id.toString('base64url');
    return { attempt, name, id, clientData: clientData.toString('base64url'), attestation };
  }

  /** Body of the request that signs in, or confirms, with the passkey. */
  use({ attempt, options }: Wanted, wrong: Deviation = {}) {
    if (this.counts) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong);
    const flags = wrong.flags ?? flag.present | flag.verified;
    const authData = this.#authenticatorData(wrong.rpId ?? options.rpId ?? '', flags, wrong);
    const signature = this.#sign(authData, clientData);
    return {
      attempt,
      id: this.id.toString('base64url'),
      clientData: clientData.toString('base64url'),
      authenticatorData: (wrong.spoil?.(authData) ?? authData).toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: wrong.userHandle === undefined ? this.userHandle : wrong.userHandle,
    };
  }

  #clientData(type: string, challenge: string, wrong: Deviation): Buffer {
    const data = {
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.#origin,
      crossOrigin: wrong.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(rpId: string, flags: number, wrong: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  #alg = (): number => ({ 'P-256': -7, Ed25519: -8, RSA: -257 })[this.#algorithm];

  #coseKey(): Map<number, CborValue> {
    const jwk = this.#key.export({ format: 'jwk' });
    const bytes = (text: unknown) => Buffer.from(String(text), 'base64url');
    if (this.#algorithm === 'RSA')
      return new Map<number, CborValue>([
        [1, 3],
        [3, -257],
        [-1, bytes(jwk.n)],
        [-2, bytes(jwk.e)],
      ]);
    const isCurve = this.#algorithm === 'P-256';
    return new Map<number, CborValue>([
      [1, isCurve ? 2 : 1],
      [3, this.#alg()],
      [-1, isCurve ? 1 : 6],
      [-2, bytes(jwk.x)],
      ...(isCurve ? [[-3, bytes(jwk.y)] as const] : []),
    ]);
  }

  #sign(authData: Buffer, clientData: Buffer): Buffer {
    const digest = createHash('sha256').update(clientData).digest();
    const algorithm = this.#algorithm === 'Ed25519' ? null : 'sha256';
    return sign(algorithm, Buffer.concat([authData, digest]), this.#key);
  }
}
