/**
 * The times a person waits: for the flow's first text and first usable screen on a slow phone, for the whole journey of a drawn person
 * before a real browser's camera, and for the verdict on a picture. Loads are compared with an empty page of a plain server in the same
 * run, under the same throttling.
 */
import { type Browser, launchBrowser, slowPhone, startSite, until } from '@countersign/browser-kit';
import { namedCases } from '@countersign/specimens';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiClient } from '../src/api-client.ts';
import { flowStories, playFlowStory } from '../src/demo/flow-story.ts';
import { startTestService, type TestService } from '../src/test-service.ts';
import { framesNote, slowdown, watchFrames } from './flow-frames.ts';

interface Row {
  figure: string;
  value: number;
  unit: string;
  goal: { most?: number };
  floor?: { name: string; value: number; unit: string };
  note?: string;
}

const kilobyte = 1_024;
const limitMs = 120_000;

/** @param root of the repository, which contains `dist` */
export async function measureFlow({ quick, root }: { quick: boolean; root: string }): Promise<Row[]> {
  const service = await startTestService();
  try {
    return [
      ...sizeRows(root),
      ...(await loadRows(service, quick ? 3 : 9)),
      ...(await frameRows(service, quick ? 10 : 30)),
      ...(await verdictRows(service, quick ? 10 : 40)),
      ...(await journeyRows(service, quick ? 1 : 3)),
    ];
  } finally {
    await service.close();
  }
}

function sizeRows(root: string): Row[] {
  const sizes = JSON.parse(readFileSync(path.join(root, 'dist/flow/sizes.json'), 'utf8')) as Record<
    string,
    number
  >;
  const row = (figure: string, name: string, most: number): Row => ({
    figure,
    value: (sizes[name] ?? Number.NaN) / kilobyte,
    unit: 'KB gzip',
    goal: { most },
  });
  return [
    row('flow, first load: script', 'script', 30),
    row('flow, first load: style', 'style', 8),
    row('flow, first load: HTML', 'document', 8),
    row('flow, camera code on demand', 'capture', 25),
  ];
}

interface CreatedSession {
  url: string;
  sessionToken: string;
}

async function createSession(client: ApiClient): Promise<CreatedSession> {
  const { status, body } = await client.call({
    method: 'POST',
    path: '/sessions',
    body: { verification: {} },
  });
  if (status !== 201) throw new Error(`session creation: must be answered with 201, not ${status}`);
  return (body as { verification: CreatedSession }).verification;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Measures first text and first usable screen, in a new tab each time, on a slow phone. */
async function loadRows(service: TestService, rounds: number): Promise<Row[]> {
  const empty = await startSite(() => ({
    body: '<!doctype html><html lang="en"><title>Empty</title><h1>Empty</h1>',
  }));
  const { client } = await service.integrate();
  const browser = await launchBrowser('chromium');
  try {
    const [texts, screens, floors]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const { url } = await createSession(client);
      const flow = await loadOnce(browser, url, true);
      texts?.push(flow.text);
      screens?.push(flow.screen);
      floors?.push((await loadOnce(browser, `${empty.origin}/`, false)).text);
    }
    const note = `median of ${rounds}; ${slowPhone.latencyMs} ms, ${slowPhone.kbitPerSecond} kbit/s, processor ÷ ${slowPhone.cpu}`;
    const floor = { name: 'empty page', value: median(floors ?? []) / 1_000, unit: 's' };
    return [
      {
        figure: 'flow: first text, slow phone',
        value: median(texts ?? []) / 1_000,
        unit: 's',
        floor,
        goal: { most: 1 },
        note,
      },
      {
        figure: 'flow: first screen usable, slow phone',
        value: median(screens ?? []) / 1_000,
        unit: 's',
        floor,
        goal: { most: 2.5 },
        note,
      },
    ];
  } finally {
    await browser.close();
    await empty.close();
  }
}

async function loadOnce(
  browser: Browser,
  url: string,
  isFlow: boolean,
): Promise<{ text: number; screen: number }> {
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844, touch: true });
  await page.throttle(slowPhone);
  await page.goto(url);
  const screen = isFlow
    ? await until(page, {
        fn: () => {
          const main = document.querySelector('main');
          return main?.dataset['screen'] === 'F1' && !main.hasAttribute('data-busy') ? performance.now() : 0;
        },
        args: [],
        limitMs,
      })
    : 0;
  const text = await until(page, {
    fn: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    args: [],
    limitMs,
  });
  await page.close();
  return { text, screen };
}

/** Measures the cost of analysing camera frames on a slow phone. */
async function frameRows(service: TestService, seconds: number): Promise<Row[]> {
  const { frames, answers, tasks } = await watchFrames(service, seconds);
  const note = framesNote(frames.length);
  return [
    {
      figure: 'flow: a frame holds the page, median',
      value: median(frames),
      unit: 'ms',
      goal: { most: 20 },
      note,
    },
    {
      figure: 'flow: a frame holds the page, p95',
      value: percentile(frames, 0.95),
      unit: 'ms',
      goal: {},
      note,
    },
    {
      figure: 'flow: analysis of a frame in its worker × 6, median',
      value: median(answers) * slowdown,
      unit: 'ms',
      goal: { most: 20 },
      note: `${note}; the browser slows down no worker: time to its answer with the page at full speed, multiplied`,
    },
    {
      figure: 'flow: tasks of 50 ms or more before the camera',
      value: tasks.length,
      unit: 'tasks',
      goal: { most: 0 },
      note: `${note}, ${seconds} s; longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
    },
  ];
}

/** Measures the time from the last byte of a picture to its verdict, over HTTP. */
async function verdictRows(service: TestService, rounds: number): Promise<Row[]> {
  const { pictures } = await namedCases.approvedPerson();
  const front = pictures.find(({ context }) => context === 'document-front')?.bytes;
  if (!front) throw new Error('the specimen has no document');
  const { client } = await service.integrate();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Makes the bytes differ every time. Data after the end of a JPEG is rejected, so a comment goes before its picture.
    const comment = Buffer.from(`round ${round}`);
    const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const bytes = Buffer.concat([front.subarray(0, 2), head, comment, front.subarray(2)]);
    times.push(await timeVerdict(service, await createSession(client), bytes));
  }
  const note = `${rounds} pictures of 1600 × 1200, one after the other`;
  return [
    { figure: 'flow: verdict on a picture, median', value: median(times) / 1_000, unit: 's', goal: {}, note },
    {
      figure: 'flow: verdict on a picture, p95',
      value: percentile(times, 0.95) / 1_000,
      unit: 's',
      goal: { most: 1.5 },
      note,
    },
  ];
}

async function timeVerdict(service: TestService, created: CreatedSession, bytes: Buffer): Promise<number> {
  const { sessionToken } = created;
  const call = async (method: string, route: string, body: unknown, headers: Record<string, string> = {}) => {
    const isBytes = Buffer.isBuffer(body);
    const response = await fetch(`${service.url}/flow/v1${route}`, {
      method,
      headers: { ...(isBytes ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, never>;
  };
  const { bearer } = await call('POST', '/enter', { token: sessionToken, language: 'en', embedded: false });
  const headers = { authorization: `Bearer ${String(bearer)}` };
  const consents = [{ type: 'biometric', version: '2026-11', language: 'en' }];
  await call('POST', '/start', { attempt: 1, consents }, headers);
  await call('PUT', '/document', { country: 'US', type: 'PASSPORT' }, headers);
  const upload = await call(
    'POST',
    '/uploads',
    {
      context: 'document-front',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      origin: 'camera',
      facts: { auto: true, ms: 1, hints: {} },
      challenge: null,
    },
    headers,
  );
  const part = 128 * kilobyte;
  let mediaId: string | null = null;
  for (let offset = 0; offset < bytes.length; offset += part) {
    const answer = await call(
      'PATCH',
      `/uploads/${String(upload['id'])}`,
      bytes.subarray(offset, offset + part),
      {
        ...headers,
        'content-type': 'application/octet-stream',
        'upload-offset': String(offset),
      },
    );
    mediaId = answer['mediaId'] ?? null;
  }
  const beganAt = performance.now();
  const verdict = await call('GET', `/media/${String(mediaId)}/verdict`, undefined, headers);
  const ms = performance.now() - beganAt;
  // A response without a verdict counts as too late.
  return verdict['result'] === 'unknown' ? Number.POSITIVE_INFINITY : ms;
}

async function journeyRows(service: TestService, rounds: number): Promise<Row[]> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = await playFlowStory({ ...flowStories.phone, url: service.url, print: () => {} });
    if (result.decision !== 'approved') throw new Error(`journey: must be approved, not ${result.decision}`);
    seconds.push(result.seconds);
  }
  return [
    {
      figure: 'flow: phone journey to the verified decision',
      value: median(seconds),
      unit: 's',
      goal: { most: 45 },
      note: `median of ${rounds}, with the exercise of a forged end and two runs of the accessibility check`,
    },
  ];
}
