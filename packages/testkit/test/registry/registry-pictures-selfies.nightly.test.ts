import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { startSimulator } from '@countersign/registry-simulator';
import { drawSelfie, specimenCase, type SpecimenCase } from '@countersign/specimens';
import sharp from 'sharp';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ApiClient } from '../../src/api-client.ts';
import { picturesPatienceMs } from '../../src/patience.ts';
import { describeService } from '../support/each-engine.ts';
import { failed, mexican, notApplicable, ok } from '../support/registry-sessions.ts';

const simulator = await startSimulator();
/** Pictures that INE was sent, as they arrived. */
const arrived: Buffer[] = [];
/** The way to the simulator, on which every picture is seen that goes there. */
const way = http.createServer((request, response) => {
  const forward = async () => {
    const body = await text(request);
    const { facial } = JSON.parse(body) as { facial: { imagen: string } };
    arrived.push(Buffer.from(facial.imagen, 'base64'));
    const answer = await fetch(simulator.url + (request.url ?? ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  forward().catch(() => response.destroy());
});
await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
const { port } = way.address() as AddressInfo;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-selfies-'));
const file = path.join(directory, 'registries.yaml');
fs.writeFileSync(file, 'registries:\n  mx:\n    ine: { connector: simulator }\n');
afterAll(async () => {
  await new Promise((resolve) => way.close(resolve));
  await simulator.close();
  fs.rmSync(directory, { recursive: true, force: true });
});
afterEach(async () => {
  arrived.length = 0;
  await simulator.control.reset();
});

/** An even grey picture. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(zlib.crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = zlib.deflateSync(Buffer.alloc((width + 1) * height, 0));
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** 300 × 260 pixels of one grey, lossless. */
const webp = Buffer.from('UklGRiYAAABXRUJQVlA4TBoAAAAvK8FAAAdQwAIWsP8BAUnS//9hRP8z/vN/TA==', 'base64');

/** A JPEG whose camera lay on its side: a block of metadata says that it is to be turned by 90 degrees. */
function turned(jpeg: Buffer): Buffer {
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1', 'hex'), length, exif, jpeg.subarray(2)]);
}

/** Format, width and height of a picture, and whether it carries metadata, from its own bytes. */
function described(picture: Buffer | undefined) {
  if (picture?.readUInt16BE(0) !== 0xffd8) return { format: 'other' };
  let at = 2;
  let metadata = false;
  while (at < picture.length) {
    const marker = picture.readUInt16BE(at);
    metadata ||= marker === 0xffe1 || marker === 0xffed;
    // Start of frame, baseline or progressive.
    if (marker === 0xffc0 || marker === 0xffc2)
      return {
        format: 'jpeg',
        width: picture.readUInt16BE(at + 7),
        height: picture.readUInt16BE(at + 5),
        metadata,
      };
    at += 2 + picture.readUInt16BE(at + 2);
  }
  throw new Error('a JPEG has a frame');
}

const selfie = await drawSelfie({ seed: 2, variant: 1 });

describeService(
  'what a registry is sent of a selfie',
  (running) => {
    const mexico = async (mode: 'live' | 'test') =>
      (await running().integrate({ mode, settings: { identityVerification: false, registry: 'MX_INE' } }))
        .client;
    async function decisionOn(client: ApiClient, ...sent: (Buffer | SpecimenCase['pictures'][number])[]) {
      const sessionId = await client.createSession(mexican('999900001'));
      for (const one of sent)
        await client.uploadMedia(sessionId, Buffer.isBuffer(one) ? { context: 'face', bytes: one } : one);
      await client.submit(sessionId);
      return (await client.waitForDecision(sessionId, picturesPatienceMs)).body.verification;
    }

    it.each([
      ['a photograph as it was drawn', selfie, { width: 960, height: 1280 }],
      ['a photograph taken sideways', turned(selfie), { width: 1280, height: 960 }],
      ['a huge picture', png(4000, 3000), { width: 1280, height: 960 }],
      ['a WebP', webp, { width: 300, height: 260 }],
      ['a picture just large enough', png(400, 250), { width: 400, height: 250 }],
    ])('is an upright JPEG without metadata, 1280 pixels a side at most: %s', async (_, bytes, size) => {
      expect(await decisionOn(await mexico('live'), bytes)).toMatchObject({ status: 'approved' });
      expect(described(arrived.at(-1))).toEqual({ format: 'jpeg', ...size, metadata: false });
    });

    it('is the selfie that was compared with the document, not a wider one of another person (A-333)', async () => {
      const card = await specimenCase({ kind: 'mx-ine', seed: 2 });
      const other = sharp(await drawSelfie({ seed: 46, variant: 1 }))
        .extract({ left: 180, top: 240, width: 600, height: 600 })
        .resize(1200)
        .blur(12);
      await decisionOn(
        await mexico('live'),
        await other.jpeg().toBuffer(),
        ...card.pictures.filter(({ context }) => context !== 'document-back'),
      );
      expect(described(arrived.at(-1))).toMatchObject({ width: 960, height: 1280 });
    });

    it('is nothing where it is too small: another one is requested, the registry is not called (row M7)', async () => {
      expect(await decisionOn(await mexico('live'), png(400, 249))).toMatchObject({
        status: 'resubmission_requested',
        reasonCode: 202,
        reason: 'Face not clearly visible',
        registryValidations: {
          MX_INE: {
            status: 'failure',
            validations: {
              consent_obtained: ok,
              person_registered: notApplicable('OUTPUT_NOT_RECEIVED'),
              selfie_registry_match: failed('OUTPUT_NOT_RECEIVED'),
            },
            timestamp: null,
          },
        },
      });
      expect(simulator.control.count('mx.ine')).toBe(0);
    });

    it('is what was uploaded where it is too small on a test integration, which takes any picture (registries 16)', async () => {
      const small = png(40, 30);
      expect(await decisionOn(await mexico('test'), small)).toMatchObject({ status: 'approved' });
      expect(arrived.at(-1)).toEqual(small);
    });
  },
  { env: { SIMULATOR_URL: `http://127.0.0.1:${port}`, REGISTRIES_FILE: file } },
);
