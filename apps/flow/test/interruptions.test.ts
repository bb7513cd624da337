import { isInstalled, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, type FlowBench, startBench } from './support/flow-page.ts';
import { chooseFile, endOf, limitMs, onScreen, press, pressThe, textOf } from './support/person.ts';

describe.skipIf(!isInstalled('chromium'))('a person who is interrupted in the flow (Chromium)', () => {
  let bench: FlowBench;
  beforeAll(async () => {
    bench = await startBench('chromium');
  });
  afterAll(() => bench?.close());

  const withDetails = {
    script: { fields: ['firstName', 'lastName'] as ('firstName' | 'lastName')[] },
    given: (service: Parameters<typeof chosen>[0], scenes: FlowBench['scenes']) => {
      chosen(service);
      service.script.add('document-front', scenes.F5);
      service.script.add('document-back', scenes.F6);
      service.script.add('face', scenes.F7);
    },
  };
  const type = (name: string, value: string) =>
    bench.page.run(
      (field: string, text: string) => {
        const input = document.querySelector<HTMLInputElement>(`[data-field=${field}]`)!;
        input.focus();
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      name,
      value,
    );
  const typed = () =>
    bench.page.run(() =>
      [...document.querySelectorAll<HTMLInputElement>('[data-field]')].map(({ value }) => value),
    );
  const isBusy = () => document.querySelector('main')?.hasAttribute('data-busy') === true;

  it('finds what was typed after the help, and after the confirmation of leaving', async () => {
    const { page } = bench;
    const { script } = await bench.open(withDetails);
    await onScreen(page, 'F8');
    await type('firstName', 'Ada');
    await press(page, 'Help');
    await onScreen(page, 'F14');
    await press(page, 'Continue');
    await onScreen(page, 'F8');
    expect(await typed()).toEqual(['Ada', '']);
    await page.press('Escape');
    await onScreen(page, 'F13');
    await press(page, 'Continue');
    await onScreen(page, 'F8');
    expect(await typed()).toEqual(['Ada', '']);
    await type('lastName', 'Harju');
    await press(page, 'Continue');
    await onScreen(page, 'F9');
    expect(script.fields).toEqual({ firstName: 'Ada', lastName: 'Harju' });
  });

  it('is welcomed back to pictures that were taken, not to consent alone', async () => {
    const { page } = bench;
    const banners = () =>
      page.run(() => [...document.querySelectorAll('.banner')].map(({ textContent }) => textContent));
    await bench.open({ given: ({ script }) => script.start({ attempt: 1, consents: [] }) });
    await onScreen(page, 'F3');
    expect(await banners()).toEqual([]);
    await bench.open(withDetails);
    await onScreen(page, 'F8');
    expect(await banners()).toEqual(['Welcome back. We kept what you had done.']);
  });

  it('finds the country that was chosen after the help', async () => {
    const { page } = bench;
    await bench.open({ given: ({ script }) => script.start({ attempt: 1, consents: [] }) });
    await onScreen(page, 'F3');
    await page.run(() => {
      const select = document.querySelector<HTMLSelectElement>('[data-action=country]')!;
      select.value = 'BR';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await press(page, 'Help');
    await onScreen(page, 'F14');
    await press(page, 'Continue');
    await onScreen(page, 'F3');
    expect(
      await page.run(() => document.querySelector<HTMLSelectElement>('[data-action=country]')!.value),
    ).toBe('BR');
  });

  it('moves by Enter from any field to the first empty one, or to the next screen', async () => {
    const { page } = bench;
    await bench.open(withDetails);
    await onScreen(page, 'F8');
    const progress = () => page.run(() => document.querySelector('.steps-line')!.textContent);
    expect(await progress()).toBe('Step 6 of 7');
    await type('firstName', 'Ada');
    await page.press('Enter');
    const focused = () => (document.activeElement as HTMLElement).dataset['field'] === 'lastName';
    await until(page, { fn: focused, args: [], limitMs });
    expect(
      await page.run(() => {
        const input = document.activeElement!;
        return document.getElementById(input.getAttribute('aria-describedby')!)!.textContent;
      }),
    ).toBe('Fill this in to continue.');
    await type('lastName', 'Harju');
    await page.press('Enter');
    await onScreen(page, 'F9');
    expect(await progress()).toBe('Step 7 of 7');
  });

  it('reads the help and continues while a picture is being sent, and can take no other meanwhile', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { trembles: true } });
    await onScreen(page, 'F5');
    let isHeld = true;
    service.fault = (request) => (isHeld && request === 'POST /uploads' ? 'lose-request' : null);
    await press(page, 'Take the picture');
    await until(page, { fn: isBusy, args: [], limitMs });
    await press(page, 'Help');
    await until(page, { fn: () => document.querySelector('[data-screen=F14]') !== null, args: [], limitMs });
    await press(page, 'Continue');
    const note = () => document.querySelector('[data-screen=F5] .view-note span')?.textContent ?? '';
    expect(await until(page, { fn: note, args: [], limitMs })).toBe('Checking the picture …');
    await press(page, 'Close');
    await press(page, 'Continue');
    isHeld = false;
    await onScreen(page, 'F6');
    expect([...service.script.media.values()].map(({ context }) => context)).toEqual(['document-front']);
  });

  it('is not shown a check of the next picture while the service is slow with the previous one', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { trembles: true } });
    await onScreen(page, 'F5');
    let isSlow = true;
    service.fault = (request) => (isSlow && request === 'GET /media/:id/verdict' ? 'lose-request' : null);
    await press(page, 'Take the picture');
    await expect.poll(() => service.requests, { timeout: limitMs }).toContain('GET /media/:id/verdict');
    // The request that waits for changes has the new state first.
    service.script.verdict([...service.script.media.keys()][0] ?? '');
    await until(page, { fn: () => document.querySelector('[data-screen=F6]') !== null, args: [], limitMs });
    expect(await page.run(isBusy)).toBe(true);
    expect(await textOf(page)).not.toContain('Checking the picture');
    isSlow = false;
    await onScreen(page, 'F6');
  });

  it('continues at the same step after a time without input, with what was typed (A-430)', async () => {
    const { page } = bench;
    const { script } = await bench.open({
      ...withDetails,
      script: { ...withDetails.script, inactivitySeconds: 3 },
    });
    await onScreen(page, 'F8');
    await type('firstName', 'Ada');
    await onScreen(page, 'F12');
    expect(await endOf(page)).toBe('left');
    expect(await textOf(page)).toContain('Nothing is lost.');
    await expect.poll(() => script.left, { timeout: limitMs }).toEqual(['left']);
    await press(page, 'Continue now');
    await onScreen(page, 'F8');
    expect(await typed()).toEqual(['Ada', '']);
  });

  it('has the camera off after a time without input, and on again (A-430)', async () => {
    const { page } = bench;
    await bench.open({
      given: chosen,
      camera: { trembles: true },
      script: { inactivitySeconds: 3 },
    });
    await onScreen(page, 'F5');
    await onScreen(page, 'F12');
    expect(await page.run(() => document.querySelector('video'))).toBeNull();
    await press(page, 'Continue now');
    await onScreen(page, 'F5');
  });

  it('leaves while a request is lost', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { trembles: true } });
    await onScreen(page, 'F5');
    service.fault = (request) => (request === 'POST /leave' ? null : 'lose-request');
    await press(page, 'Take the picture');
    await until(page, { fn: isBusy, args: [], limitMs });
    await press(page, 'Close');
    await press(page, 'Save and leave');
    await until(page, { fn: () => document.querySelector('[data-end=left]') !== null, args: [], limitMs });
    expect(service.script.left).toEqual(['left']);
  });

  it('is shown which picture is required where there is no camera, and that it is being sent', async () => {
    const { page } = bench;
    const service = await bench.open({
      camera: { permission: 'prompt', fault: 'NotFoundError' },
      given: chosen,
    });
    await onScreen(page, 'F4');
    await press(page, 'Use the camera');
    await onScreen(page, 'F4r');
    let isHeld = true;
    service.fault = (request) => (isHeld && request === 'POST /uploads' ? 'lose-request' : null);
    expect(await textOf(page)).toContain('Choose a picture instead: Front of the document');
    const base64 = bench.scenes.F5.toString('base64');
    await chooseFile(page, { name: 'card.jpg', type: 'image/jpeg', base64 });
    await until(page, {
      fn: () => document.querySelector('.file-note progress') !== null,
      args: [],
      limitMs,
    });
    isHeld = false;
    await until(page, {
      fn: () =>
        document.querySelector('main')!.innerText.includes('Choose a picture instead: Back of the document'),
      args: [],
      limitMs,
    });
    await until(page, {
      fn: () =>
        document.querySelector('[aria-live=polite]')?.textContent ===
        'Choose a picture instead: Back of the document',
      args: [],
      limitMs,
    });
    expect(await page.run(() => document.querySelector('.file-note'))).toBeNull();
  });

  it('sends the chosen file, and not the picture of the camera while that file is read', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen });
    await page.run(() => {
      const read = Response.prototype.arrayBuffer;
      Response.prototype.arrayBuffer = async function arrayBuffer() {
        Response.prototype.arrayBuffer = read;
        await new Promise((resolve) => addEventListener('file-read', resolve, { once: true }));
        return read.call(this);
      };
    });
    await until(page, {
      fn: () => document.querySelector('[data-screen=F5] [data-context]') !== null,
      args: [],
      limitMs,
    });
    const base64 = bench.scenes.F5.toString('base64');
    await chooseFile(page, { name: 'card.jpg', type: 'image/jpeg', base64 });
    // Three seconds of a good picture: the camera takes one after half a second.
    await page.run(
      () =>
        new Promise<void>((resolve) => {
          const video = document.querySelector('video')!;
          let frames = 0;
          const count = () => {
            frames += 1;
            if (frames === 60) resolve();
            else video.requestVideoFrameCallback(count);
          };
          video.requestVideoFrameCallback(count);
        }),
    );
    expect(await page.run(() => document.querySelector('.file-note')!.textContent)).toBe(
      'Checking the picture …',
    );
    await page.run(() => void dispatchEvent(new Event('file-read')));
    await onScreen(page, 'F6', 'F7', 'F9');
    const [front] = [...service.script.media.values()];
    expect([front!.context, front!.origin]).toEqual(['document-front', 'file']);
  });

  it.each(['unknown', 'expired', 'abandoned'] as const)(
    'offers nothing to come back to where a link is %s',
    async (end) => {
      const { page } = bench;
      const service = await bench.open({ given: chosen, camera: { permission: 'prompt' } });
      await onScreen(page, 'F4');
      if (end === 'unknown') await page.goto(`${service.origin}/v/forged`);
      else service.script.end(end);
      await onScreen(page, 'F12');
      await pressThe(page, '[data-primary]');
      await until(page, {
        fn: () => document.querySelector('main')!.innerText.includes('You can close this page.'),
        args: [],
        limitMs,
      });
      expect(await endOf(page)).toBe(end);
      expect(await page.run(() => document.querySelectorAll('[data-primary]').length)).toBe(0);
    },
  );
});
