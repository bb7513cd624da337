import { createHash } from 'node:crypto';
import { directionOf, flowLanguages } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { guideFor } from '../src/capture/guide.ts';
import { countriesIn, regionOf } from '../src/screens/countries.ts';
import { packFilm } from '../src/service/film.ts';
import { sha256 } from '../src/service/plain-sha256.ts';
import { isolateArguments } from '../src/words/isolate.ts';
import { resolveLanguage } from '../src/words/languages.ts';

describe('the language shown (A-307)', () => {
  it.each([
    // As it is written.
    ['pt-BR', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['PT', 'pt-BR'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['sr-Latn-RS', 'en'],
    ['zh_hans_cn', 'zh-Hans'],
    ['de-DE-u-co-phonebk', 'de'],
    ['pt-u-nu-latn', 'pt-BR'],
    // Regions.
    ['pt-PT', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['es', 'es'],
    ['es-ES', 'es'],
    ['es-DE', 'es'],
    ['es-419', 'es-419'],
    ['es-MX', 'es-419'],
    ['es_CO', 'es-419'],
    ['ES-US', 'es-419'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    // Old codes.
    ['iw', 'he'],
    ['iw-IL', 'he'],
    ['in', 'id'],
    ['in_ID', 'id'],
    // There are no texts in these, and these are no tags.
    ['zh-Hant', 'en'],
    ['zh-TW', 'en'],
    ['nb', 'en'],
    ['est', 'en'],
    ['e', 'en'],
    ['', 'en'],
    ['toString', 'en'],
    ['constructor', 'en'],
    ['-', 'en'],
    ['"><script>', 'en'],
  ])('%j is %s', (wish, language) => {
    expect(resolveLanguage([wish])).toBe(language);
  });

  it('is the first wish that there are texts in, else English', () => {
    expect(resolveLanguage(['xx', '', null, undefined, 'zh-TW', 'et', 'fi'])).toBe('et');
    expect(resolveLanguage([])).toBe('en');
  });

  it('is one that is offered, else the default language', () => {
    const offered = { languages: ['es', 'pt-BR', 'fr'], defaultLanguage: 'fr' } as const;
    expect(resolveLanguage(['de', 'es-MX'], { ...offered, languages: [...offered.languages] })).toBe('es');
    expect(resolveLanguage(['pt-PT'], { ...offered, languages: [...offered.languages] })).toBe('pt-BR');
    expect(resolveLanguage(['de', 'en'], { ...offered, languages: [...offered.languages] })).toBe('fr');
  });

  it('is written from right to left where its letters are', () => {
    expect(flowLanguages.filter((language) => directionOf(language) === 'rtl')).toEqual(['he', 'ar']);
  });
});

describe('a name in a sentence', () => {
  const words = {
    ask: (name: string) => `${name}?`,
    deep: { count: (left: number) => `${left}` },
    list: ['a'],
  };

  it('keeps its own direction in a language that is written from right to left', () => {
    expect(isolateArguments(words, 'rtl').ask('Harbour (UK)')).toBe('\u2068Harbour (UK)\u2069?');
    expect(isolateArguments(words, 'rtl').deep.count(2)).toBe('2');
    expect(isolateArguments(words, 'rtl').list).toEqual(['a']);
  });

  it('keeps it in every other language where the name is written so', () => {
    expect(isolateArguments(words, 'ltr').ask('Harbour (UK)')).toBe('Harbour (UK)?');
    expect(isolateArguments(words, 'ltr').ask('بنك')).toBe('\u2068بنك\u2069?');
  });
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

it('the guide is in the middle of the visible part of the video', () => {
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
  // Where a letter stands is a matter of the language.
  expect(countriesIn('sv', ['AT', 'EG', 'ZA']).map(({ name }) => name)).toEqual([
    'Egypten',
    'Sydafrika',
    'Österrike',
  ]);
  expect(countriesIn('de', ['AT', 'EG', 'ZA']).map(({ name }) => name)).toEqual([
    'Ägypten',
    'Österreich',
    'Südafrika',
  ]);
  expect(countriesIn('en', null).length).toBe(250);
  expect(regionOf('pt-BR')).toBe('BR');
  expect(regionOf('zh-Hant-TW')).toBe('TW');
  expect(regionOf('en')).toBeNull();
});
