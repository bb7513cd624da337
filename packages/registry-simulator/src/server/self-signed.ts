import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and its self-signed certificate, both PEM. */
export interface SelfSigned {
  key: string;
  cert: string;
}

// The few DER encodings that a certificate needs (X.690): tag, length, content.
const tagged = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const { length } = body;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body]);
  const bytes = length < 256 ? [length] : [length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, 128 + bytes.length, ...bytes]), body]);
};
const sequence = (...content: Uint8Array[]): Buffer => tagged(0x30, ...content);
const explicit = (number: number, ...content: Uint8Array[]): Buffer => tagged(0xa0 + number, ...content);
const identifier = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const utcTime = (text: string): Buffer => tagged(0x17, Buffer.from(text));
const laterTime = (text: string): Buffer => tagged(0x18, Buffer.from(text));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = identifier('550403');
const alternativeNames = identifier('551d11');
const basicConstraints = identifier('551d13');

/** Always valid, so that a simulator never fails because of a date. */
const validity = sequence(utcTime('200101000000Z'), laterTime('21200101000000Z'));

const nameOf = (text: string): Buffer =>
  sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(text)))));

/** `localhost`, 127.0.0.1 and ::1. */
const loopbackNames = sequence(
  tagged(0x82, Buffer.from('localhost')),
  tagged(0x87, Buffer.from([127, 0, 0, 1])),
  tagged(0x87, Buffer.from([...new Array<number>(15).fill(0), 1])),
);

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;

/**
 * Creates a P-256 key and a certificate for loopback. Generated each time, because a key in a repository would look like a secret
 * without being one.
 */
export function makeSelfSigned(name: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const extensions = sequence(
    sequence(basicConstraints, tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff]))))),
    sequence(alternativeNames, tagged(0x04, loopbackNames)),
  );
  const content = sequence(
    explicit(0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    ecdsaWithSha256,
    nameOf(name),
    validity,
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    explicit(3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: pem('CERTIFICATE', certificate),
  };
}
