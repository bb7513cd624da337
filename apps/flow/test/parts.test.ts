import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { guideFor } from '../src/capture/guide.ts';
import { countriesIn, regionOf } from '../src/screens/countries.ts';
import { packFilm } from '../src/service/film.ts';
import { sha256 } from '../src/service/plain-sha256.ts';
import { resolveLanguage } from '../src/words/languages.ts';

it.each([
  [['pt_BR', 'es'], 'pt-BR'],
  [['PT'], 'pt-BR'],
  [['es-MX'], 'es'],
  [['xx', '', null, undefined, 'es-419'], 'es'],
  [['toString', 'et'], 'en'],
  [[], 'en'],
])('%j is shown in %s', (wishes, language) => {
  expect(resolveLanguage(wishes)).toBe(language);
});

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000])(
  'the digest of %d bytes without the browser’s own is SHA-256',
  (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 37) % 256);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);

it('a film is time, length and picture, frame by frame', async () => {
  const film = packFilm([
    { at: 0, jpeg: new Blob([Uint8Array.of(1, 2, 3)]) },
    { at: 70_000, jpeg: new Blob([Uint8Array.of(9)]) },
  ]);
  expect(Buffer.from(await film.arrayBuffer()).toString('hex')).toBe(
    '0000000000000003010203000111700000000109',
  );
});

it('the guide lies in the middle of the part of the video that is seen', () => {
  // A tall video in a wide view: what is above and below is cut off.
  const { inView, inVideo } = guideFor({ width: 100, height: 200 }, { width: 400, height: 300 }, 1.5);
  expect(inView).toEqual({ x: (1 - 0.9) / 2, y: (1 - 0.8) / 2, width: 0.9, height: 0.8 });
  expect(inVideo.width).toBeCloseTo(0.9, 6);
  expect(inVideo.height).toBeCloseTo(240 / 800, 6);
});

it('countries have names in the language of the page, in its order', () => {
  expect(countriesIn('es', ['US', 'CO', 'DE']).map(({ name }) => name)).toEqual([
    'Alemania',
    'Colombia',
    'Estados Unidos',
  ]);
  expect(countriesIn('en', null).length).toBe(250);
  expect(regionOf('pt-BR')).toBe('BR');
  expect(regionOf('zh-Hant-TW')).toBe('TW');
  expect(regionOf('en')).toBeNull();
});
