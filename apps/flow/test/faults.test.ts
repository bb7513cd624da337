import { isInstalled, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, complete, type FlowBench, startBench } from './support/flow-page.ts';
import { endOf, limitMs, onScreen, press, see, textOf } from './support/person.ts';
import type { Fault, ScriptedService } from './support/scripted-service.ts';

/** Faults of the first requests of a name, in their order; later ones are as usual. */
function planFaults(service: ScriptedService, plan: Record<string, Fault[]>): void {
  service.fault = (request) => plan[request]?.shift() ?? null;
}

const counted = (service: ScriptedService, request: string) =>
  service.requests.filter((each) => each === request).length;

describe.skipIf(!isInstalled('chromium'))('the flow when things go wrong (Chromium)', () => {
  let bench: FlowBench;
  beforeAll(async () => {
    bench = await startBench('chromium');
  });
  afterAll(() => bench?.close());

  it('repeats every request whose answer is lost, and does nothing twice', async () => {
    const { page } = bench;
    const service = await bench.open();
    planFaults(service, {
      'POST /enter': ['lose-request', 'lose-answer'],
      'POST /start': ['lose-answer'],
      'PUT /document': ['lose-answer'],
      'POST /uploads': ['lose-answer', 'lose-request'],
      'PATCH /uploads/:id': ['lose-answer', 'lose-request'],
      'GET /media/:id/verdict': ['lose-answer'],
      'POST /submit': ['lose-answer', 'lose-answer'],
      'POST /leave': ['lose-answer'],
    });
    await onScreen(page, 'F1');
    await press(page, 'I agree, start');
    await onScreen(page, 'F3');
    await press(page, 'Identity card');
    await onScreen(page, 'F9');
    await press(page, 'Send');
    await onScreen(page, 'F10');
    await press(page, 'Leave this page');
    await onScreen(page, 'F12');
    expect(service.script.submissions).toBe(1);
    expect([...service.script.media.values()].map(({ context }) => context)).toEqual([
      'document-front',
      'document-back',
      'face',
    ]);
  });

  it('resumes an upload at the part where it was lost', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, script: { partBytes: 40_000 } });
    let parts = 0;
    service.fault = (request) => {
      if (request !== 'PATCH /uploads/:id') return null;
      parts += 1;
      return parts === 2 ? 'lose-answer' : parts === 3 ? 'lose-request' : null;
    };
    await onScreen(page, 'F6');
    const [front] = [...service.script.media.values()];
    expect(front!.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    // The service compares the digest of the whole; how often a browser repeats by itself is its own affair.
    expect(counted(service, 'HEAD /uploads/:id')).toBeGreaterThanOrEqual(1);
    expect(counted(service, 'POST /uploads')).toBe(1);
  });

  it('shows that the connection is lost, keeps the photo, and continues when it is restored', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { trembles: true } });
    await onScreen(page, 'F5');
    let isOffline = true;
    service.fault = () => (isOffline ? 'lose-request' : null);
    await press(page, 'Take the picture');
    const banner = 'Connection lost. Your photos are safe; we keep trying.';
    const hasBanner = (text: string) => document.querySelector('.banner')?.textContent === text;
    await until(page, { fn: hasBanner, args: [banner], limitMs });
    isOffline = false;
    await onScreen(page, 'F6');
    expect(await page.run(hasBanner, banner)).toBe(false);
    expect(service.script.media.size).toBe(1);
  });

  it('shows no lost connection once everything was sent', async () => {
    const { page } = bench;
    const service = await bench.open({ given: complete });
    await onScreen(page, 'F9');
    service.script.submit({ attempt: 1, still: false });
    await onScreen(page, 'F10');
    service.script.end('complete');
    await onScreen(page, 'F11');
    let lost = 0;
    service.fault = () => {
      lost += 1;
      return 'lose-request';
    };
    await expect.poll(() => lost, { timeout: limitMs }).toBeGreaterThanOrEqual(1);
    // A loss is shown after 1.2 s.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await page.run(() => document.body.innerText)).not.toContain('Connection lost');
  });

  it('holds no connection while the page is hidden, and requests the state at once when it is shown', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { permission: 'prompt' } });
    await onScreen(page, 'F4');
    await see(page, true);
    const before = counted(service, 'GET /state');
    // A page that is seen looks every two seconds here. One request may have been on its way.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(counted(service, 'GET /state') - before).toBeLessThanOrEqual(1);
    service.script.end('expired');
    await see(page, false);
    await onScreen(page, 'F12');
    expect(await endOf(page)).toBe('expired');
  });

  it('requests the state at once when the page is shown again after a lost connection, whatever it was waiting for', async () => {
    const { page } = bench;
    const service = await bench.open({ given: chosen, camera: { permission: 'prompt' } });
    await onScreen(page, 'F4');
    // Tries come further and further apart: after five, some seconds lie between two.
    let lost = 0;
    service.fault = (request) => {
      if (request === 'GET /state') lost += 1;
      return 'lose-request';
    };
    await expect.poll(() => lost, { timeout: limitMs }).toBeGreaterThanOrEqual(5);
    service.fault = () => null;
    service.script.enter();
    const seen = performance.now();
    await see(page, true);
    await see(page, false);
    await onScreen(page, 'F12');
    expect(await endOf(page)).toBe('elsewhere');
    expect(performance.now() - seen).toBeLessThan(2_000);
  });

  it('enters again when its bearer has ended', async () => {
    const { page } = bench;
    const service = await bench.open({ given: complete });
    await onScreen(page, 'F9');
    service.script.bearers.clear();
    await press(page, 'Send');
    await onScreen(page, 'F10');
    expect(service.script.submissions).toBe(1);
    expect(counted(service, 'POST /enter')).toBe(2);
  });

  it('reads the state when the service is elsewhere already', async () => {
    const { page } = bench;
    const service = await bench.open({ given: complete });
    await onScreen(page, 'F9');
    planFaults(service, { 'POST /submit': [{ code: 'state-changed' }] });
    await press(page, 'Send');
    await onScreen(page, 'F9');
    await press(page, 'Send');
    await onScreen(page, 'F10');
  });

  it('lists all problems of a picture, and keeps it after two retakes if the person chooses to', async () => {
    const { page } = bench;
    const problems = ['doc.glare', 'doc.cut', 'doc.of-a-later-release'].map((code) => ({
      code,
      severity: 'fail' as const,
    }));
    const { script } = await bench.open({
      camera: { trembles: true },
      given: (service) => {
        chosen(service);
        service.script.verdicts['document-front'] = [
          { result: 'fail', problems, retakesLeft: 1 },
          { result: 'fail', problems, retakesLeft: 0 },
        ];
      },
    });
    await onScreen(page, 'F5');
    await press(page, 'Take the picture');
    await onScreen(page, 'F5q');
    const text = await textOf(page);
    expect(text).toContain('Light reflects on the document. Tilt it a little.');
    expect(text).toContain('Fit the whole document into the picture.');
    expect(text).toContain('This picture cannot be used. Take a new one.');
    expect(text).toContain('One more try.');
    expect(text).not.toContain('Use it anyway');
    await press(page, 'Take it again');
    await onScreen(page, 'F5');
    await press(page, 'Take the picture');
    await onScreen(page, 'F5q');
    await press(page, 'Use it anyway');
    await onScreen(page, 'F6');
    expect(script.state().pictures).toMatchObject([{ context: 'document-front', accepted: true }]);
  });

  it('detects another page of the session, and can take over', async () => {
    const { page } = bench;
    const { script } = await bench.open({ given: complete });
    await onScreen(page, 'F9');
    script.enter();
    await onScreen(page, 'F12');
    expect(await endOf(page)).toBe('elsewhere');
    expect(await textOf(page)).toContain('Continued on another page');
    await press(page, 'Continue here');
    await onScreen(page, 'F9');
  });

  it('shows what failed with its reference, and restores itself', async () => {
    const { page } = bench;
    const service = await bench.open({ given: complete });
    await onScreen(page, 'F9');
    planFaults(service, { 'POST /submit': Array.from({ length: 4 }, (): Fault => ({ code: 'internal' })) });
    await press(page, 'Send');
    await onScreen(page, 'F14');
    expect(await textOf(page)).toContain('R-1234');
    await press(page, 'Restore the page');
    await onScreen(page, 'F9');
  });

  it('sends only the still where the person makes no movements', async () => {
    const { page } = bench;
    const { script } = await bench.open({
      script: { challenge: ['left', 'up'], still: true },
      given: complete,
    });
    await onScreen(page, 'F7');
    await press(page, 'I cannot do movements');
    await onScreen(page, 'F9');
    await press(page, 'Send');
    await onScreen(page, 'F10');
    expect(script.still).toBe(true);
  });

  it('records nothing before the person agreed', async () => {
    const { page } = bench;
    const service = await bench.open();
    await onScreen(page, 'F1');
    await press(page, 'I don’t agree');
    await onScreen(page, 'F12');
    expect(await endOf(page)).toBe('declined');
    expect(await textOf(page)).toContain('Nothing was recorded');
    expect(counted(service, 'POST /start')).toBe(0);
    await press(page, 'Go back and agree');
    await onScreen(page, 'F1');
  });

  it('lists what pictures need only where pictures are required', async () => {
    const { page } = bench;
    const needs = () =>
      page.run(() => [...document.querySelectorAll('.needs li')].map((each) => each.textContent));
    await bench.open();
    await onScreen(page, 'F1');
    expect(await needs()).toEqual([
      'Your identity document, the original',
      'A camera, and good light',
      'Your face, without a hat or dark glasses',
      'It takes one to two minutes.',
    ]);
    await bench.open({ script: { pictures: false, fields: ['firstName', 'lastName'] } });
    await onScreen(page, 'F1');
    expect(await needs()).toEqual([]);
  });

  it('begins another attempt with what was wrong', async () => {
    const { page } = bench;
    const { script } = await bench.open({ given: complete });
    await onScreen(page, 'F9');
    await press(page, 'Send');
    await onScreen(page, 'F10');
    script.request(['img.blur']);
    await onScreen(page, 'F1');
    expect(await textOf(page)).toContain('The picture is blurred. Hold still.');
    await press(page, 'Try again');
    await onScreen(page, 'F9');
    expect(script.attempt).toBe(2);
    expect(script.submissions).toBe(2 - 1);
  });

  it('keeps nothing in the browser, and sends nothing elsewhere', async () => {
    const { page } = bench;
    await bench.open({ given: complete });
    await onScreen(page, 'F9');
    const kept = await page.run(() => ({
      local: localStorage.length,
      session: sessionStorage.length,
      cookies: document.cookie,
      elsewhere: performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).origin)
        .filter((origin) => origin !== location.origin && origin !== 'null'),
    }));
    expect(kept).toEqual({ local: 0, session: 0, cookies: '', elsewhere: [] });
  });

  it('shows that a link is invalid', async () => {
    const { page } = bench;
    const service = await bench.open();
    await page.goto(`${service.origin}/v/forged`);
    await onScreen(page, 'F12');
    expect(await endOf(page)).toBe('unknown');
    expect(await textOf(page)).toContain('This link does not work');
  });
});
