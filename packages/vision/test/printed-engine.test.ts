import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drawCard, inventPerson } from '@countersign/specimens';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Raster } from '../src/picture/raster.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import { openPageStreams } from '../src/printed/page-streams.ts';
import type { TextEngine, TextOptions } from '../src/printed/text-engine.ts';
import { byNight, isNightly } from './by-night.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const listed = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
const hasTesseract =
  listed.status === 0 && ['eng', 'spa', 'por'].every((language) => listed.stdout.includes(language));

let drawn: Promise<Raster> | undefined;

/** The upper part of a Mexican card, drawn once for all readers. */
const card = (): Promise<Raster> => (drawn ??= drawTop());

async function drawTop(): Promise<Raster> {
  const { png } = await drawCard({
    kind: 'mx-ine-front',
    person: inventPerson(3, { culture: 'mx' }),
    portraitSeed: 3,
  });
  const { data, info } = await sharp(png)
    .extract({ left: 0, top: 0, width: 1284, height: 330 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data };
}

const white: Raster = { width: 200, height: 100, channels: 1, data: new Uint8Array(20_000).fill(255) };

function behavesAsAnEngine(open: () => Promise<TextEngine>, name: RegExp): void {
  let engine: TextEngine;
  beforeAll(async () => {
    const opened = await open();
    // Patient: how busy this machine is, is not what is tried here.
    engine = { ...opened, read: (raster, options) => opened.read(raster, { ...options, patience: 20 }) };
  });
  afterAll(() => engine.close());

  it('names itself with its version', () => {
    expect(engine.name).toMatch(name);
  });

  it('reads Spanish capitals with their accents, and gives their places and confidence', async () => {
    const words = await engine.read(await card(), { languages: ['spa'], mode: 'sparse' });
    const surname = words.find(({ text }) => text === 'NÚÑEZ');
    expect(words.map(({ text }) => text)).toContain('CREDENCIAL');
    expect(surname?.confidence).toBeGreaterThan(0.7);
    const [x = 0, y = 0, width = 0, height = 0] = surname?.box ?? [];
    expect([x, y, x + width, y + height].map((value) => Math.round(value / 20) * 20)).toEqual([
      60, 200, 200, 220,
    ]);
  });

  it('reads one language after another', async () => {
    const picture = await card();
    const texts: string[] = [];
    for (const languages of [['eng'], ['por'], ['spa']] as const) {
      const words = await engine.read(picture, { languages, mode: 'sparse' });
      texts.push(words.map(({ text }) => text).join(' '));
    }
    expect(texts.map((text) => text.includes('CREDENCIAL PARA VOTAR'))).toEqual([true, true, true]);
    expect(texts[2]).toContain('ÍÑIGO');
  });

  it('gives no characters but those allowed', async () => {
    const words = await engine.read(await card(), {
      languages: ['eng'],
      mode: 'sparse',
      allow: '0123456789',
    });
    expect(words.length).toBeGreaterThan(0);
    expect(words.every(({ text }) => /^\d+$/.test(text))).toBe(true);
  });

  it('finds no words on white paper', async () => {
    expect(await engine.read(white, { languages: ['eng'], mode: 'sparse' })).toEqual([]);
  });

  it('finds no words in a picture of no size', async () => {
    const empty: Raster = { width: 0, height: 0, channels: 1, data: new Uint8Array() };
    expect(await engine.read(empty, { languages: ['eng'], mode: 'line' })).toEqual([]);
  });
}

describe('the shipped text engine', () => {
  behavesAsAnEngine(() => openTextEngine({ nativeCommand: null }), /^tesseract\.js 7\.0\.0$/);

  it('works in a thread of a bundled process that has no network, no disk to write to and no environment', async () => {
    const main = path.join(root, 'packages/vision/test/printed-engine-main.ts');
    const run = promisify(execFile)(process.execPath, [path.join(root, 'tools/run-ts.mjs'), main]);
    const { stdout, stderr } = await run;
    expect(stdout).toMatch(/^tesseract\.js 7\.0\.0 .*CREDENCIAL PARA VOTAR.*NÚÑEZ/);
    expect(stderr).not.toContain('DENIED');
  });

  it('is taken when no such program is on the machine', async () => {
    const engine = await openTextEngine({ nativeCommand: '/nowhere/tesseract' });
    expect(engine.name).toBe('tesseract.js 7.0.0');
    await engine.close();
  });
});

describe.skipIf(!hasTesseract)('the engine tesseract (Debian)', () => {
  behavesAsAnEngine(() => openTextEngine(), /^tesseract 5\.\d+\.\d+$/);
});

describe.skipIf(!hasTesseract)('the engine tesseract (Debian), where its processes may stay', () => {
  let pages: string;
  beforeAll(async () => {
    pages = await mkdtemp(path.join(os.tmpdir(), 'pages-'));
  });
  afterAll(() => rm(pages, { recursive: true }));
  // By day what they read is held against what the processes above read.
  byNight(() => {
    behavesAsAnEngine(() => openTextEngine({ pagesDir: pages }), /^tesseract 5\.\d+\.\d+$/);
  });

  it('reads what a separate process for each picture reads, in whatever order, and leaves no file', async () => {
    const own = await mkdtemp(path.join(pages, 'own-'));
    const [staying, single] = [await openTextEngine({ pagesDir: own }), await openTextEngine()];
    const page = await card();
    const readings: [Raster, TextOptions][] = [
      [page, { languages: ['spa'], mode: 'sparse' }],
      [white, { languages: ['spa'], mode: 'sparse' }],
      [page, { languages: ['eng'], mode: 'block' }],
      [page, { languages: ['por'], mode: 'line' }],
      [page, { languages: ['spa', 'eng'], mode: 'sparse' }],
      [page, { languages: ['spa'], mode: 'block', allow: '0123456789' }],
      [page, { languages: ['spa'], mode: 'sparse' }],
    ];
    for (const [picture, way] of readings) {
      const options = { ...way, patience: 10 };
      expect(await staying.read(picture, options)).toEqual(await single.read(picture, options));
    }
    const [folder = ''] = await readdir(own);
    expect(await readdir(path.join(own, folder))).toEqual(['blank.pgm']);
    await staying.close();
    expect(await readdir(own)).toEqual([]);
  });

  it('reads as before in a directory that is not there', async () => {
    const engine = await openTextEngine({ pagesDir: '/nowhere/pages' });
    const words = await engine.read(await card(), { languages: ['spa'], mode: 'sparse' });
    expect(words.map(({ text }) => text)).toContain('CREDENCIAL');
  });
});

/** How much of the five seconds a program gets whose end by that limit is the subject. */
const times = isNightly ? 1 : 0.2;

describe('a program that calls itself tesseract', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'engine-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function program(languages: string, body: string): Promise<string> {
    const file = path.join(folder, `engine-${Math.abs(body.length * 31 + languages.length)}`);
    const answers = `--version) echo tesseract 5.9.9;; --list-langs) printf '${languages}';;`;
    await writeFile(file, `#!/bin/sh\ncase "$1" in ${answers} *) ${body};; esac\n`);
    await chmod(file, 0o700);
    return file;
  }

  it('is not used without the data of every language', async () => {
    const engine = await openTextEngine({ nativeCommand: await program('eng\\nosd\\n', 'exit 0') });
    expect(engine.name).toBe('tesseract.js 7.0.0');
    await engine.close();
  });

  it('gets nothing from its environment but the number of its threads', async () => {
    const tell =
      'cat >/dev/null; /usr/bin/env | while read -r line; do printf "5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t90\\t%s\\n" "$line"; done';
    process.env['PRINTED_ENGINE_CANARY'] = 'canary';
    const engine = await openTextEngine({ nativeCommand: await program('eng\\nspa\\npor\\n', tell) });
    const words = await engine.read(white, { languages: ['eng'], mode: 'line' });
    const told = words.map(({ text }) => text);
    expect(told).toContain('OMP_THREAD_LIMIT=1');
    expect(told.join(' ')).not.toContain('canary');
  });

  it('fails without repeating what it read when it exits with an error', async () => {
    const engine = await openTextEngine({
      nativeCommand: await program('eng\\nspa\\npor\\n', 'echo SECRET; echo SECRET >&2; exit 3'),
    });
    await expect(engine.read(white, { languages: ['eng'], mode: 'line' })).rejects.toThrow(
      /^the text engine failed$/,
    );
  });

  const staying = (body: string) => `case "$1" in -) ${body};; *) ${oneWord};; esac`;
  const oneWord = 'cat >/dev/null; printf "5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t90\\talone\\n"';

  it.each([
    ['ends at once', 'exit 3'],
    ['ends with the first page', 'read page; exit 0'],
    ['closes its output', 'exec >&-; exec sleep 60'],
    ['writes without end', 'exec /usr/bin/yes'],
  ])('reads each page by a separate process where one that should stay %s', async (_, body) => {
    const nativeCommand = await program('eng\\nspa\\npor\\n', staying(body));
    const engine = await openTextEngine({ nativeCommand, pagesDir: folder });
    for (let page = 0; page < 4; page += 1)
      expect(await engine.read(white, { languages: ['eng'], mode: 'line' })).toMatchObject([
        { text: 'alone' },
      ]);
    await engine.close();
  });

  it('is tried again a minute after three failures, where it should stay', async () => {
    const starts = path.join(folder, 'starts');
    const nativeCommand = await program('eng\\nspa\\npor\\n', staying(`echo start >>${starts}; exit 3`));
    let now = 0;
    const streams = openPageStreams({
      command: nativeCommand,
      directory: folder,
      usedBy: () => null,
      now: () => now,
    });
    if (streams === null) throw new Error('engines can stay on this machine');
    const page = Buffer.from('P5\n1 1\n255\n\0');
    const startsAfter = async (pages: number) => {
      for (let read = 0; read < pages; read += 1)
        expect(await streams.read(['-l', 'eng'], { page, limit: { ms: 5_000, patience: 1 } })).toBeNull();
      return (await readFile(starts, 'utf8')).trim().split('\n').length;
    };
    expect(await startsAfter(6)).toBe(3);
    now = 60_000;
    expect(await startsAfter(3)).toBe(4);
    now += 120_000;
    expect(await startsAfter(1)).toBe(5);
    streams.close();
  });

  it('is ended when a page takes longer than five seconds, and the next page is read by another', async () => {
    const silent = `if mkdir ${folder}/first 2>/dev/null; then while :; do :; done; else exit 3; fi`;
    const nativeCommand = await program('eng\\nspa\\npor\\n', staying(silent));
    const engine = await openTextEngine({ nativeCommand, pagesDir: folder });
    await expect(engine.read(white, { languages: ['eng'], mode: 'line', times })).rejects.toThrow(
      'the text engine took too long',
    );
    expect(await engine.read(white, { languages: ['eng'], mode: 'line' })).toMatchObject([{ text: 'alone' }]);
    await engine.close();
  });

  it.each([
    ['five seconds of processor, which is its own doing', 'while :; do :; done', true],
    ['two and a half times as long without a processor, which is not', 'exec sleep 60', false],
  ])('is ended when it takes longer than %s', async (_, body, byItself) => {
    const engine = await openTextEngine({ nativeCommand: await program('eng\\nspa\\npor\\n', body) });
    const options = { languages: ['eng'], mode: 'line', times, patience: byItself ? 20 : 1 } as const;
    await expect(engine.read(white, options)).rejects.toMatchObject({
      message: 'the text engine took too long',
      byItself,
    });
  });
});
