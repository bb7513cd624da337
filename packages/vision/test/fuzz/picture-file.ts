// What a picture's file says about itself: blocks, camera data and where the picture ends. Damage ends a walk, it never throws. S12
import assert from 'node:assert/strict';
import { isAnimatedPng, sniffImageFormat } from '../../src/picture/image-format.ts';
import { readPictureFacts } from '../../src/picture/picture-facts.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const exif =
  'Exif\0\0II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\x04\0\0\0Abc\0\x9a\x82\x05\0\x01\0\0\0\x1a\0\0\0\0\0\0\0';

export const seeds = [
  latin1(
    `\xff\xd8\xff\xe1\x00\x38${exif}\xff\xc0\x00\x0b\x08\x00\x10\x00\x10\x01\x01\x11\x00\xff\xda\x00\x08\x01\x01\x00\x00?\x00ab\xff\x00c\xff\xd0d\xff\xd9tail`,
  ),
  latin1('\xff\xd8\xff\xed\0\x20Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0\xff\xfe\0\x06Gimp\xff\xd9'),
  latin1(
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0abcd\0\0\0\x12tEXtSoftware\x00Gimp 2.10abcd\0\0\0\0IEND\xaeB`\x82tail',
  ),
  latin1(
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0abcd\0\0\0\x08acTL\0\0\0\x01\0\0\0\0abcd',
  ),
  latin1('RIFF\x22\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0\x0f\0\0\x0f\0\0EXIF\x04\0\0\0abcdtail'),
];
export const words = [
  'Exif\0\0',
  'Photoshop 3.0\0',
  'http://ns.adobe.com/xap/1.0/\0',
  'CreatorTool="GIMP"',
  'iTXt',
  'tEXt',
  'eXIf',
  'IEND',
  'XMP ',
  '\xff\xd9',
  '\xff\xda',
  'II*\0',
  'MM\0*',
];

export function fuzz(input: Buffer): void {
  const format = sniffImageFormat(input);
  if (format === null) return;
  const facts = readPictureFacts(input, { format, width: 1080, height: 1920 });
  const { trailingBytes } = facts;
  assert.ok(trailingBytes >= 0 && trailingBytes <= input.length, `${trailingBytes} bytes behind the end`);
  assert.ok(
    facts.software === null || /^[\w .,()+-]{1,60}$/.test(facts.software),
    'the words of the file were given on',
  );
  const { lumaSteps } = facts;
  assert.ok(
    lumaSteps === null ||
      (lumaSteps.length === 64 &&
        lumaSteps.every((step) => Number.isInteger(step) && step >= 0 && step < 65_536)),
    'steps that no file can hold',
  );
  if (format === 'png') isAnimatedPng(input);
  const extended = readPictureFacts(Buffer.concat([input, Buffer.alloc(7)]), {
    format,
    width: 1080,
    height: 1920,
  });
  if (trailingBytes > 0)
    assert.equal(extended.trailingBytes, trailingBytes + 7, 'another end in a longer file');
}
