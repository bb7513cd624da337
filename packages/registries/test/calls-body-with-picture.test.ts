import type { RegistryImage } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { base64Of, bodyWithPicture } from '../src/calls/body-with-picture.ts';

const picture: RegistryImage = { format: 'jpeg', bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) };
const text = (body: Uint8Array): string => Buffer.from(body).toString('utf8');
const written = (name: string) => (image: RegistryImage) =>
  JSON.stringify({ name, image: { format: image.format, base64: base64Of(image) } });

describe('a body with a picture', () => {
  it('is the JSON text with the picture as base64, in UTF-8', () => {
    expect(text(bodyWithPicture(picture, written('NUÑEZ "LA" GARCÍA')))).toBe(
      '{"name":"NUÑEZ \\"LA\\" GARCÍA","image":{"format":"jpeg","base64":"/9j/4A=="}}',
    );
  });

  it('leaves a name alone that reads like the place of the picture', () => {
    expect(text(bodyWithPicture(picture, written('PICTURE/GOES/HERE/+/+/+/')))).toBe(
      '{"name":"PICTURE/GOES/HERE/+/+/+/","image":{"format":"jpeg","base64":"/9j/4A=="}}',
    );
  });

  it('is the text alone where the writer leaves the picture out', () => {
    expect(text(bodyWithPicture(picture, () => '{"consent":true}'))).toBe('{"consent":true}');
  });

  it('holds no more of a shared buffer than the picture', () => {
    const shared = Uint8Array.of(1, 2, 0xff, 0xd8, 3);
    const part = { format: 'png', bytes: shared.subarray(2, 4) } as const;
    expect(text(bodyWithPicture(part, base64Of))).toBe('/9g=');
  });
});
