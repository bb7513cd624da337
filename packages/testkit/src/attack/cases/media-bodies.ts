import { readFileSync } from 'node:fs';
import { type AttackCase, type Expectation, play, refused, request } from '../attack-case.ts';
import { heavyPng, onePixel, pixelWith } from '../pictures/png.ts';
import { headOf, sign, signedWrite } from '../request.ts';
import { uploadBody } from '../target.ts';
import { heavyBodyCases } from './heavy-bodies.ts';
import { mebibyte, open, unsignedUpload, uploadTo } from './upload-requests.ts';

/** Maximum number of bytes of one connection in both kernel buffers; 8 MiB if the kernel does not report them. */
function kernelBuffers(): number {
  try {
    const sizes = ['rmem', 'wmem'].map((name) => readFileSync(`/proc/sys/net/ipv4/tcp_${name}`, 'utf8'));
    return sizes.reduce((sum, line) => sum + Number(line.trim().split(/\s+/)[2]), 0);
  } catch {
    return 8 * mebibyte;
  }
}

const base64 = onePixel.toString('base64');
const taken: Expectation = { status: [200] };

/** Upload bodies and the responses that the contract requires. @see spec/contract.md */
const bodies: readonly (readonly [
  name: string,
  ids: readonly string[],
  holds: Expectation,
  body: () => Buffer | string,
])[] = [
  ['an empty object', ['A-36'], refused(400, '1403'), () => '{}'],
  ['image as a string', ['A-36'], refused(400, '1104'), () => '{"image":"x"}'],
  ['no context', ['A-36'], refused(400, '1403'), () => `{"image":{"content":"${base64}"}}`],
  [
    'a reserved context',
    ['A-35'],
    refused(400, '1402'),
    () => `{"image":{"context":"face-nfc","content":"${base64}"}}`,
  ],
  [
    'a context with a path',
    ['A-35'],
    refused(400, '1402'),
    () => `{"image":{"context":"../../face","content":"${base64}"}}`,
  ],
  ['content as a number', ['A-36'], refused(400, '1401'), () => '{"image":{"context":"face","content":1}}'],
  [
    'content as an object',
    ['A-36'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":{"a":"b"}}}',
  ],
  ['empty content', ['A-37'], refused(400, '1400'), () => '{"image":{"context":"face","content":""}}'],
  [
    'the URL alphabet',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"iVBORw0KGgo_-A=="}}',
  ],
  [
    'junk in base64',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"iVBO*Rw0KGgo="}}',
  ],
  [
    'blanks in base64',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"iVBO Rw0KGgo="}}',
  ],
  [
    'padding in the middle',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"iVBO=w0KGgoA"}}',
  ],
  [
    'a length that no bytes have',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"iVBORw0KGgoAA"}}',
  ],
  [
    'a data URI of another scheme',
    ['A-37'],
    refused(400, '1401'),
    () => `{"image":{"context":"face","content":"data:text/html;base64,${base64}"}}`,
  ],
  [
    'a data URI without base64',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"data:image/png,abc"}}',
  ],
  [
    'a data URI with a parameter',
    ['A-37'],
    refused(400, '1401'),
    () => `{"image":{"context":"face","content":"data:image/png;name=x;base64,${base64}"}}`,
  ],
  [
    'a data URI that names another type',
    ['A-37'],
    refused(400, '1104'),
    () => `{"image":{"context":"face","content":"data:image/jpeg;base64,${base64}"}}`,
  ],
  [
    'an address instead of content',
    ['A-37'],
    refused(400, '1401'),
    () => '{"image":{"context":"face","content":"http://127.0.0.1/x.png"}}',
  ],
  [
    'content twice',
    ['H11'],
    refused(400, '1101'),
    () => `{"image":{"context":"face","content":"${base64}","content":"${base64}"}}`,
  ],
  [
    'content twice after unescaping',
    ['H11'],
    refused(400, '1101'),
    () => `{"image":{"context":"face","content":"${base64}","c\\u006fntent":"${base64}"}}`,
  ],
  [
    'image twice',
    ['H11'],
    refused(400, '1101'),
    () => `{"image":{"context":"face","content":"${base64}"},"image":{}}`,
  ],
  ['a byte order mark', ['H10'], refused(400, '1101'), () => `\ufeff${uploadBody(onePixel)}`],
  ['text behind the object', ['A-03'], refused(400, '1101'), () => `${uploadBody(onePixel)}x`],
  [
    'invalid UTF-8 in content',
    ['H09'],
    refused(400, '1101'),
    () =>
      Buffer.concat([
        Buffer.from('{"image":{"context":"face","content":"iVBO'),
        Buffer.from([0xff]),
        Buffer.from('"}}'),
      ]),
  ],
  [
    'invalid UTF-8 in another member',
    ['H09'],
    refused(400, '1101'),
    () =>
      Buffer.concat([
        Buffer.from(`{"image":{"context":"face","content":"${base64}"},"x":"`),
        Buffer.from([0xc0, 0x80]),
        Buffer.from('"}'),
      ]),
  ],
  [
    'U+0000 in content',
    ['A-03'],
    refused(400, '1101'),
    () => '{"image":{"context":"face","content":"iVBO\\u0000"}}',
  ],
  [
    'a raw line feed in content',
    ['A-03'],
    refused(400, '1101'),
    () => '{"image":{"context":"face","content":"iVBO\n"}}',
  ],
  ['a body cut inside content', ['A-03'], refused(400, '1101'), () => uploadBody(onePixel).slice(0, 60)],
  [
    '500,000 open brackets beside content',
    ['S05', 'item 4'],
    { status: [400, 413] },
    () => `{"image":{"context":"face","content":"${base64}"},"x":${'['.repeat(500_000)}`,
  ],
  [
    'escaped slashes',
    ['A-03', 'item 4'],
    taken,
    () => uploadBody(pixelWith('slashes')).replaceAll('/', '\\/'),
  ],
  [
    'every character escaped',
    ['A-03', 'item 4'],
    taken,
    () => {
      const escaped = Array.from(base64)
        .map((letter) => `\\u${letter.codePointAt(0)!.toString(16).padStart(4, '0')}`)
        .join('');
      return `{"image":{"context":"face","content":"${escaped}"}}`;
    },
  ],
  [
    'escaped line breaks',
    ['A-37'],
    taken,
    () => `{"image":{"context":"face","content":"${base64.replaceAll(/(.{16})/g, '$1\\r\\n')}"}}`,
  ],
  [
    '__proto__ beside content',
    ['H12'],
    taken,
    () => `{"__proto__":{"image":{}},"image":{"__proto__":{},"context":"face","content":"${base64}"}}`,
  ],
];

const bodyCases: readonly AttackCase[] = bodies.map(([name, ids, holds, body]) => ({
  group: 'media bodies',
  name: `upload: ${name}`,
  ids,
  holds,
  attack: request((target) => uploadTo(target, body())),
}));

const dataUri = 'data:image/png;base64,';
const atLimit = 25_165_824;

/** A picture whose base64 has exactly this many characters. */
const exactly = (characters: number): string => {
  const picture = heavyPng((characters / 4) * 3 - onePixelOverhead);
  const text = picture.toString('base64');
  return text.length === characters ? text : text.slice(0, characters);
};
/** Bytes of {@link heavyPng} besides its noise. */
const onePixelOverhead = heavyPng(0).length;

const sizeCases: readonly AttackCase[] = [
  { name: 'the largest picture', text: () => exactly(atLimit), holds: taken },
  {
    name: 'four characters more than the largest picture',
    text: () => exactly(atLimit + 4),
    holds: refused(413, '1104'),
  },
  { name: 'the largest picture in a data URI', text: () => dataUri + exactly(atLimit), holds: taken },
].map(({ name, text, holds }) => ({
  group: 'media bodies' as const,
  name: `size: ${name}`,
  ids: ['S05', 'A-38'],
  holds,
  attack: request(
    (target) => uploadTo(target, `{"image":{"context":"generic-document-front","content":"${text()}"}}`),
    { limitMs: 30_000 },
  ),
}));

const announcedCases: readonly AttackCase[] = [
  {
    group: 'media bodies',
    name: 'an upload of one byte more than the limit announced',
    ids: ['S05', 'A-07'],
    holds: { ...refused(413, '1104'), answeredMs: 2_000 },
    attack: play((target) => [
      { send: headOf({ ...unsignedUpload(target, Buffer.alloc(0)), length: 33_554_433 }) },
      { answers: 1 },
    ]),
  },
  {
    group: 'media bodies',
    name: 'a chunked upload without an end, never beyond the limit',
    ids: ['S05', 'H26'],
    // The service may read and drop the same amount again, so that the client gets its response; the rest is in the kernel's
    // buffers.
    holds: { status: [400, 401, 413], mayBeSilent: true, bytes: 64 * mebibyte + kernelBuffers() },
    attack: play(
      (target) => {
        const chunk = Buffer.concat([
          Buffer.from('100000\r\n'),
          Buffer.alloc(mebibyte, 'A'),
          Buffer.from('\r\n'),
        ]);
        const head = headOf({
          ...unsignedUpload(target, Buffer.alloc(0)),
          length: null,
          type: 'application/json',
          headers: [['transfer-encoding', 'chunked']],
        });
        return [
          { send: head },
          { send: chunkOf(open) },
          ...Array.from({ length: 96 + kernelBuffers() / mebibyte }, () => ({ send: chunk })),
        ];
      },
      { limitMs: 20_000 },
    ),
  },
  {
    group: 'media bodies',
    name: 'an upload to another session under a new key',
    ids: ['S01'],
    needs: ['stranger'],
    holds: refused(404, '1101'),
    attack: request((target) =>
      signedWrite(target.owner, {
        target: `/v1/sessions/${target.foreign?.sessionId ?? ''}/media`,
        body: uploadBody(onePixel),
      }),
    ),
  },
  {
    group: 'media bodies',
    name: 'a wrong signature on a sound upload stores nothing',
    ids: ['H22'],
    holds: refused(401, '1819'),
    attack: request((target) =>
      unsignedUpload(target, Buffer.from(uploadBody(onePixel)), sign('another secret', uploadBody(onePixel))),
    ),
  },
];

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Upload bodies: structure, base64, escapes, sizes, and the cost of large ones. */
export const mediaBodyCases: readonly AttackCase[] = [
  ...bodyCases,
  ...sizeCases,
  ...announcedCases,
  ...heavyBodyCases,
];
