import { crc32, deflateSync } from 'node:zlib';
import { isInstalled, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, complete, type FlowBench, startBench } from './support/flow-page.ts';
import { chooseFile, limitMs, onScreen, press, see, textOf } from './support/person.ts';

/** A white picture of one bit a pixel: many pixels in few bytes. */
function whitePng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 255);
  row[0] = 0;
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe.skipIf(!isInstalled('chromium'))('the flow when camera or files fail (Chromium)', () => {
  let bench: FlowBench;
  beforeAll(async () => {
    bench = await startBench('chromium');
  });
  afterAll(() => bench?.close());

  it('films the movements again where the page was hidden meanwhile, and sends nothing of them', async () => {
    const { page } = bench;
    const { script } = await bench.open({ script: { challenge: ['left'] }, given: complete });
    await onScreen(page, 'F7');
    await press(page, 'I’m ready');
    await until(page, { fn: () => document.querySelector('.hint-large') !== null, args: [], limitMs });
    await see(page, true);
    await see(page, false);
    const wanted = 'That did not work. Let’s do the movements once more.';
    await until(page, {
      fn: (text: string) => document.body.innerText.includes(text),
      args: [wanted],
      limitMs,
    });
    expect([...script.media.values()].map(({ context }) => context)).not.toContain('film');
    await press(page, 'I’m ready');
    await onScreen(page, 'F9');
    expect([...script.media.values()].map(({ context }) => context)).toContain('film');
  });

  it('rejects noise in place of pictures where the browser hides them, and accepts files unchanged', async () => {
    const { page } = bench;
    const { script } = await bench.open({
      given: (service) => {
        chosen(service);
        service.inject += `CanvasRenderingContext2D.prototype.getImageData = (x, y, width, height) =>
          new ImageData(Uint8ClampedArray.from({ length: 4 * width * height }, () => 256 * Math.random()), width, height);`;
      },
    });
    await onScreen(page, 'F4r');
    expect(await textOf(page)).toContain('Your browser hides pictures');
    await chooseFile(page, {
      name: 'card.jpg',
      type: 'image/jpeg',
      base64: bench.scenes.F5.toString('base64'),
    });
    await until(page, {
      fn: () => document.querySelector('[data-context=document-back]') !== null,
      args: [],
      limitMs,
    });
    expect([...script.media.values()][0]!.bytes.equals(bench.scenes.F5)).toBe(true);
  });

  it.each([
    ['an empty file', { name: 'card.jpg', type: 'image/jpeg', base64: '' }],
    ['a picture that the browser cannot open', { name: 'card.heic', type: 'image/heic', base64: 'AAAA' }],
    ['another kind of file', { name: 'card.pdf', type: 'application/pdf', base64: 'JVBERi0xLjQK' }],
    ['what the service refuses', { name: 'card.jpg', type: 'image/jpeg', base64: '/9j/AAAA' }],
  ])('shows which files it takes after %s', async (_case, file) => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { permission: 'prompt' } });
    service.fault = (request) => (request === 'POST /uploads' ? { code: 'request-invalid' } : null);
    await onScreen(page, 'F4');
    await chooseFile(page, file);
    const text = 'This file is not a picture we can use. Choose a JPEG, PNG or WebP.';
    await until(page, {
      fn: (wanted: string) => document.querySelector('[role=alert]')?.textContent === wanted,
      args: [text],
      limitMs,
    });
    // Whoever comes to the field again hears what was wrong with it.
    const described = await page.run(() => {
      const field = document.querySelector('input[type=file]')!;
      const why = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      return [field.getAttribute('aria-invalid'), why?.textContent];
    });
    expect(described).toEqual(['true', text]);
    expect(service.script.media.size).toBe(0);
  });

  it.each([
    [7_100, 7_100],
    [10_040, 400],
  ])('reduces a file of %d × %d pixels, which the service would refuse', async (width, height) => {
    const { page } = bench;
    const { script } = await bench.open({ given: chosen, camera: { permission: 'prompt' } });
    await onScreen(page, 'F4');
    const base64 = whitePng(width, height).toString('base64');
    await chooseFile(page, { name: 'card.png', type: 'image/png', base64 });
    await until(page, {
      fn: () => document.querySelector('[data-context=document-back]') !== null,
      args: [],
      limitMs,
    });
    const { bytes } = [...script.media.values()][0]!;
    const frame = bytes.indexOf('ffc0', 'hex');
    const size = [bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)];
    expect(size).toEqual([3_840, Math.round((3_840 * height) / width)]);
  });

  it.each([
    ['NotFoundError', 'No camera found'],
    ['NotReadableError', 'The camera is in use'],
    ['OverconstrainedError', 'This camera cannot be used'],
    ['SecurityError', 'This page may not use the camera'],
  ])('explains %s, and continues once the camera is available', async (fault, title) => {
    const { page } = bench;
    await bench.open({ given: chosen, camera: { permission: 'prompt', fault, trembles: true } });
    await onScreen(page, 'F4');
    await press(page, 'Use the camera');
    await onScreen(page, 'F4r');
    expect(await textOf(page)).toContain(title);
    await page.run(() => {
      (globalThis as unknown as { camera: { fault: string | null } }).camera.fault = null;
    });
    await press(page, 'Try again');
    await onScreen(page, 'F5');
  });

  it('reopens a camera whose stream ended once, and shows the recovery the second time', async () => {
    const { page } = bench;
    await bench.open({ given: chosen, camera: { trembles: true } });
    await onScreen(page, 'F5');
    const end = (count: number) =>
      until(page, {
        fn: (wanted: number) => {
          const { tracks } = (globalThis as unknown as { camera: { tracks: MediaStreamTrack[] } }).camera;
          const [track] = tracks.slice(-1);
          const isRunning = (document.querySelector('video')?.videoWidth ?? 0) > 0;
          if (tracks.length !== wanted || !isRunning || track?.readyState !== 'live') return false;
          track.stop();
          return track.dispatchEvent(new Event('ended'));
        },
        args: [count],
        limitMs,
      });
    await end(1);
    await end(2);
    await onScreen(page, 'F4r');
    expect(await textOf(page)).toContain('The camera stopped');
  });

  it('treats a black picture as no camera', async () => {
    const { page } = bench;
    await bench.open({ given: chosen, camera: { black: true } });
    await onScreen(page, 'F4r');
    expect(await textOf(page)).toContain('The camera shows nothing');
  });

  it.each([
    ['frames cannot be transferred', 'delete globalThis.VideoFrame;'],
    [
      'a policy refuses workers',
      'globalThis.Worker = class { constructor() { throw new Error("refused"); } };',
    ],
    [
      'the worker fails',
      `globalThis.Worker = class extends EventTarget {
         postMessage() { setTimeout(() => this.dispatchEvent(new Event('error')), 50); }
         terminate() {}
       };`,
    ],
  ])('takes its pictures automatically where %s', async (_case, script) => {
    const { page } = bench;
    await bench.open({
      given: (service) => {
        chosen(service);
        service.inject += script;
      },
    });
    await onScreen(page, 'F9');
    expect([...bench.service.script.media.values()].map(({ context }) => context)).toEqual([
      'document-front',
      'document-back',
      'face',
    ]);
  });
});
