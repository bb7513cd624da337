import { browserNames, isInstalled, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, complete, type FlowBench, startBench } from './support/flow-page.ts';
import { chooseFile, limitMs, onScreen, press, textOf } from './support/person.ts';

const titles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };

/** Engines beside Chromium run the whole journey always, and the rest at night. */
const isNightly = process.env['NIGHTLY'] === '1';

/** A grey picture of 64 by 64 pixels in a form that browsers open and the service does not take. */
function greyBitmap(): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + 64 * 64 * 3, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(64, 18);
  head.writeInt32LE(64, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, Buffer.alloc(64 * 64 * 3, 0x80)]);
}

/** Whether a picture of this context is wanted now. */
const wants = (context: string) => document.querySelector(`[data-context=${context}]`) !== null;

for (const name of browserNames) {
  describe.skipIf(!isInstalled(name))(`the flow on a phone (${titles[name]})`, () => {
    let bench: FlowBench;
    beforeAll(async () => {
      bench = await startBench(name);
    });
    afterAll(() => bench?.close());

    it('leads from the link to the end in five taps beside the browser’s prompt, with automatic capture', async () => {
      const { page } = bench;
      const { script } = await bench.open({ camera: { permission: 'prompt' } });
      await onScreen(page, 'F1');
      await press(page, 'I agree, start');
      await onScreen(page, 'F3');
      await press(page, 'Identity card');
      await onScreen(page, 'F4');
      await press(page, 'Use the camera');
      await onScreen(page, 'F9');
      await press(page, 'Send');
      await onScreen(page, 'F10');
      script.end('complete');
      await onScreen(page, 'F11');
      await press(page, 'Finish');
      await onScreen(page, 'F12');
      expect(script.submissions).toBe(1);
      expect(script.left).toEqual(['finished']);
      expect(script.consents).toEqual([{ type: 'biometric', version: '2026-11', language: 'en' }]);
      expect([...script.media.values()].map(({ context, origin }) => [context, origin])).toEqual([
        ['document-front', 'camera'],
        ['document-back', 'camera'],
        ['face', 'camera'],
      ]);
      const jpegStart = [...script.media.values()].map(({ bytes }) => bytes.subarray(0, 3).toString('hex'));
      expect(jpegStart).toEqual(['ffd8ff', 'ffd8ff', 'ffd8ff']);
      const ended = await page.run(() =>
        (globalThis as unknown as { camera: { tracks: MediaStreamTrack[] } }).camera.tracks.map(
          ({ readyState }) => readyState,
        ),
      );
      expect(new Set(ended)).toEqual(new Set(['ended']));
    });

    if (name !== 'chromium' && !isNightly) return;

    it('films the movements that the service draws, and sends them behind the still', async () => {
      const { page } = bench;
      const { script } = await bench.open({
        script: { challenge: ['left'], still: true },
        given: (service, scenes) => {
          chosen(service);
          service.script.add('document-front', scenes.F5);
          service.script.add('document-back', scenes.F6);
        },
      });
      await onScreen(page, 'F7');
      await press(page, 'I’m ready');
      await until(page, {
        fn: () => document.querySelector('.hint-large')?.textContent === 'Turn your head to your left',
        args: [],
        limitMs,
      });
      await onScreen(page, 'F9');
      const [still, film] = [...script.media.values()].slice(-2);
      expect([still!.context, film!.context]).toEqual(['face', 'film']);
      const { bytes } = film!;
      let frames = 0;
      let last = -1;
      for (let at = 0; at < bytes.length; frames += 1) {
        const time = bytes.readUInt32BE(at);
        const length = bytes.readUInt32BE(at + 4);
        expect(time).toBeGreaterThan(last);
        expect(bytes.subarray(at + 8, at + 11).toString('hex')).toBe('ffd8ff');
        last = time;
        at += 8 + length;
      }
      expect(frames).toBeGreaterThanOrEqual(8);
      expect(frames).toBeLessThanOrEqual(120);
    });

    it('continues at the same step after a reload at any step', async () => {
      const { page } = bench;
      const service = await bench.open({ camera: { trembles: true } });
      const link = service.origin + service.link;
      const reload = async (screen: string) => {
        await page.goto(link);
        await onScreen(page, screen);
      };
      await reload('F1');
      await press(page, 'I agree, start');
      await onScreen(page, 'F3');
      await reload('F3');
      await press(page, 'Identity card');
      for (const screen of ['F5', 'F6', 'F7']) {
        await onScreen(page, screen);
        await reload(screen);
        await press(page, 'Take the picture');
      }
      await onScreen(page, 'F9');
      await reload('F9');
      await until(page, {
        fn: () =>
          [...document.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0).length === 3,
        args: [],
        limitMs,
      });
      await press(page, 'Send');
      await onScreen(page, 'F10');
      await reload('F10');
      expect(service.script.submissions).toBe(1);
    });

    it('shows why there is no camera, and takes a picture from the files instead', async () => {
      const { page } = bench;
      const { script } = await bench.open({
        camera: { permission: 'prompt', fault: 'NotAllowedError' },
        given: chosen,
      });
      await onScreen(page, 'F4');
      await press(page, 'Use the camera');
      await onScreen(page, 'F4r');
      expect(await textOf(page)).toContain('The camera is blocked');
      const base64 = bench.scenes.F5.toString('base64');
      await chooseFile(page, { name: 'card.jpg', type: 'image/jpeg', base64 });
      await until(page, {
        fn: () => document.querySelector('[data-context=document-back]') !== null,
        args: [],
        limitMs,
      });
      expect([...script.media.values()].map(({ context, origin }) => [context, origin])).toEqual([
        ['document-front', 'file'],
      ]);
      expect([...script.media.values()][0]!.bytes.equals(bench.scenes.F5)).toBe(true);
    });

    it('shows one name of the company from the first moment on', async () => {
      const { page } = bench;
      const { script } = await bench.open({
        given: (service) => {
          service.inject = `globalThis.names = new Set();
            new MutationObserver(() => {
              const name = document.querySelector('.company')?.textContent.trim();
              if (name) names.add(name);
            }).observe(document, { childList: true, characterData: true, subtree: true });`;
        },
      });
      await onScreen(page, 'F1');
      const names = await page.run(() => [...(globalThis as unknown as { names: Set<string> }).names]);
      expect(names).toEqual([script.company]);
    });

    it('sends a file by what it is, whatever its name and type claim', async () => {
      const { page } = bench;
      const { script } = await bench.open({
        camera: { permission: 'prompt', fault: 'NotAllowedError' },
        given: chosen,
      });
      await onScreen(page, 'F4');
      await press(page, 'Use the camera');
      await onScreen(page, 'F4r');
      await chooseFile(page, {
        name: 'IMG_4177.jpg',
        type: 'image/jpeg',
        base64: greyBitmap().toString('base64'),
      });
      await until(page, { fn: wants, args: ['document-back'], limitMs });
      const base64 = bench.scenes.F6.toString('base64');
      await chooseFile(page, { name: 'content', type: '', base64 });
      await until(page, { fn: wants, args: ['face'], limitMs });
      const [front, back] = [...script.media.values()].map(({ bytes }) => bytes);
      expect(front!.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(back!.equals(bench.scenes.F6)).toBe(true);
    });

    it('moves on when the session was submitted, or ended, elsewhere', async () => {
      const { page } = bench;
      const { script } = await bench.open({ given: complete });
      await onScreen(page, 'F9');
      script.submit({ attempt: 1, still: false });
      await onScreen(page, 'F10');
      script.end('complete');
      await onScreen(page, 'F11');
    });
  });
}
