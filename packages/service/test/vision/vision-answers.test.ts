import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { faultOfReply, isReply } from '../../src/vision/reply-forms.ts';
import { VisionKilled } from '../../src/vision/vision.ts';
import { seenPictures } from '../support/findings.ts';
import { openTestVision, pictureOf, type TestVision } from '../support/vision-setup.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An answer to the task `1` of one picture, with every member that findings can have. */
function answer() {
  const seen = seenPictures();
  const [picture] = seen.pictures;
  const corners = [
    [0, 0],
    [9, 0],
    [9, 4],
    [0, 4],
  ];
  const card = {
    corners: corners.map((corner) => [...corner]),
    format: 'ID1',
    share: 0.4,
    tilt: 3,
    cut: 0,
    rotation: 0,
    confidence: 1,
    source: 'outline',
  };
  const mediaId = 'm-1';
  const findings = {
    ...seen,
    pictures: [{ ...picture, mediaId, card }],
    portrait: seen.portrait && { ...seen.portrait, mediaId },
    barcode: seen.barcode && { ...seen.barcode, mediaId },
    selfie: mediaId,
    mrz: {
      mediaId: 'm-1',
      format: 'TD3',
      status: 'clean',
      lines: ['P<UTOMAASIKAS<<LIISA<<<<<<<<<<<<<<<<<<<<<<<<', 'D4417003<9UTO9103143F3205283<<<<<<<<<<<<<<08'],
      raw: ['P<UTOMAASIKAS<<LIISA<<<<<<<<<<<<<<<<<<<<<<<<', 'D4417003<9UTO9103143F3205283<<<<<<<<<<<<<<08'],
      checks: { number: true, birth: true, expiry: true, optional: null, composite: true },
      repaired: [] as string[],
      confidence: 0.98,
      fields: {
        documentCode: 'P',
        issuingState: 'UTO',
        number: 'D4417003',
        personalNumber: null,
        lastName: 'MAASIKAS',
        firstName: 'LIISA',
        truncated: false,
        birthDate: '1991-03-14',
        expiryDate: '2032-05-28',
        sex: 'F',
        rawSex: 'F',
        nationality: 'UTO',
        optional1: null,
        optional2: null,
        confidence: { number: 0.99, lastName: 0.98 },
      },
      corners,
    },
    printed: {
      mediaId: 'm-1',
      fields: seen.barcode?.fields,
      documentClass: { kind: 'driving-licence', issuingState: 'UTO', confidence: 0.9, source: 'printed' },
      side: 'front',
      template: 'labels',
      engine: 'tesseract 5.3.0',
    },
    evidence: [
      {
        code: 'doc.recaptured',
        strength: 0.2,
        mediaId: 'm-1',
        region: 'card',
        value: 9.5,
        sentence: 'A grid.',
      },
    ],
    timings: { open: 12.5 },
  };
  const result = { kind: 'inspect', findings };
  return { kind: 'answer', id: 1, resident: 1, answer: { kind: 'done', result, failures: [] as unknown[] } };
}

/** A copy in which the member at this path is another value; `undefined` takes it out. */
function changed(path: string, value: unknown): Record<string, unknown> {
  const message = structuredClone(answer()) as Record<string, unknown>;
  const names = path.split('/');
  const last = names.pop() ?? '';
  let holder = message;
  for (const name of names) holder = holder[name] as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return message;
}

const findings = 'answer/result/findings';

describe('a message of the picture process', () => {
  it('is an answer when it has every member in its bounds', () => {
    expect(isReply(answer())).toBe(true);
  });

  it.each<[what: string, path: string, value: unknown, fault: string]>([
    ['a text for a number', `${findings}/mrz/confidence`, '1', `${findings}/mrz/confidence: must be number`],
    [
      'an object for a text',
      `${findings}/mrz/fields/lastName`,
      {},
      `${findings}/mrz/fields/lastName: must be string`,
    ],
    [
      'nothing for a number',
      `${findings}/comparison/score`,
      null,
      `${findings}/comparison/score: must be number`,
    ],
    ['a list for an object', `${findings}/liveness`, [], `${findings}/liveness: must be object`],
    [
      'a number above its range',
      `${findings}/comparison/score`,
      100.1,
      `${findings}/comparison/score: must be <= 100`,
    ],
    [
      'a number below its range',
      `${findings}/pictures/0/width`,
      -1,
      `${findings}/pictures/0/width: must be >= 0`,
    ],
    ['a broken number', `${findings}/pictures/0/width`, 0.5, `${findings}/pictures/0/width: must be integer`],
    [
      'an infinite number',
      `${findings}/evidence/0/value`,
      Infinity,
      `${findings}/evidence/0/value: must be number`,
    ],
    ['NaN', `${findings}/pictures/0/faces/0/yaw`, NaN, `${findings}/pictures/0/faces/0/yaw: must be number`],
    [
      'a word that is none of its own',
      `${findings}/mrz/fields/sex`,
      'X',
      `${findings}/mrz/fields/sex: must be equal to one of the allowed values`,
    ],
    [
      'a code that there is not',
      `${findings}/evidence/0/code`,
      'live.verified',
      `${findings}/evidence/0/code: must be equal to one of the allowed values`,
    ],
    [
      'a date that is none',
      `${findings}/mrz/fields/birthDate`,
      '14 March',
      `${findings}/mrz/fields/birthDate: must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"`,
    ],
    [
      'a text that is too long',
      `${findings}/evidence/0/sentence`,
      's'.repeat(501),
      `${findings}/evidence/0/sentence: must not have more than 500 characters`,
    ],
    [
      'a line of a zone in other letters',
      `${findings}/mrz/lines/1`,
      'd'.repeat(44),
      `${findings}/mrz/lines/1: must match pattern "^[0-9A-Z<]{30,44}$"`,
    ],
    [
      'a list that is too long',
      `${findings}/models`,
      Array.from({ length: 17 }, () => 'm@1'),
      `${findings}/models: must not have more than 16 items`,
    ],
    [
      'a corner too many',
      `${findings}/mrz/corners/4`,
      [0, 0],
      `${findings}/mrz/corners: must not have additional members`,
    ],
    [
      'a coordinate too few',
      `${findings}/mrz/corners/3`,
      [0],
      `${findings}/mrz/corners/3: must not have fewer than 2 items`,
    ],
    [
      'an unknown member deep inside',
      `${findings}/mrz/fields/verdict`,
      'approved',
      `${findings}/mrz/fields: must not have additional members`,
    ],
    ['an unknown member', 'verdict', 'approved', 'the value: must not have additional members'],
    [
      'a face of other characters',
      `${findings}/faceTraces/selfie`,
      'no base64!',
      `${findings}/faceTraces/selfie: must match pattern`,
    ],
    [
      'a missing member deep inside',
      `${findings}/mrz/fields/truncated`,
      undefined,
      `${findings}/mrz/fields: must have required properties truncated`,
    ],
    [
      'a missing member',
      `${findings}/notComputed`,
      undefined,
      `${findings}: must have required properties notComputed`,
    ],
    [
      'a failure in a part that there is not',
      'answer/failures',
      [{ part: 'Ada Lovelace', error: 'Error' }],
      'answer/failures/0/part: must be equal to one of the allowed values',
    ],
    [
      'an error with a text',
      'answer/failures',
      [{ part: 'evidence', error: 'Ada Lovelace' }],
      'answer/failures/0/error: must match pattern',
    ],
  ])('with %s is invalid, and the member at fault is named', (_, path, value, fault) => {
    const message = changed(path, value);
    expect(isReply(message)).toBe(false);
    expect(faultOfReply(message, 10_000)).toContain(fault);
  });

  it('is refused without any of its text in the reason', () => {
    const message = changed(`${findings}/LOVELACE`, 'Ada Lovelace');
    expect(faultOfReply(message, 10_000)).toBe(`${findings}: must not have additional members`);
  });

  it.each([
    ['no object', 7, 'no known kind'],
    ['of no kind', {}, 'no known kind'],
    ['of a kind that every object has', { kind: 'constructor' }, 'no known kind'],
    ['an answer inside an answer', { kind: 'answer', answer: answer() }, 'no known kind'],
    ['a result without its task', { kind: 'inspect', findings: {} }, 'must'],
  ])('that is %s is invalid', (_, message, fault) => {
    expect(isReply(message)).toBe(false);
    expect(faultOfReply(message, 100)).toContain(fault);
  });

  it('of a size that would take long is not searched for its fault', () => {
    expect(faultOfReply(changed('verdict', 1), 300_000)).toBe('too large to find the member at fault');
  });

  it('is held against its form in less than a millisecond', () => {
    const message: unknown = answer();
    isReply(message); // compiles
    const runs = Array.from({ length: 200 }, () => {
      const started = performance.now();
      isReply(message);
      return performance.now() - started;
    });
    expect(runs.toSorted((a, b) => a - b)[100]).toBeLessThan(1);
  });
});

describe('a picture process that answers', () => {
  async function open(lines: string[]): Promise<TestVision> {
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const opened = await openTestVision({ log });
    cleanups.push(() => opened.vision.close());
    return opened;
  }
  const say = (message: unknown) => `say ${JSON.stringify(message)}`;

  it('in the valid form is accepted', async () => {
    const { vision } = await open([]);
    const seen = await vision.inspect([pictureOf(say(answer()))], '2026-11-20');
    expect(seen.mrz?.fields.lastName).toBe('MAASIKAS');
  });

  it.each<[string, command: string, reason: string]>([
    ['with bytes that are no message', 'garble', 'bytes that are no message'],
    ['with more than a message may have', `announce ${9 * 2 ** 20}`, 'bytes that are no message'],
    ['with eight megabytes of text', `say "${'x'.repeat(8 * 2 ** 20)}"`, 'bytes that are no message'],
    [
      'with a wrong type deep inside',
      say(changed(`${findings}/mrz/fields/number`, 7)),
      `${findings}/mrz/fields/number: must be string`,
    ],
    [
      'with an unknown member',
      say(changed(`${findings}/verdict`, 'approved')),
      `${findings}: must not have additional members`,
    ],
    [
      'with a number out of range',
      say(changed(`${findings}/comparison/score`, 101)),
      `${findings}/comparison/score: must be <= 100`,
    ],
    [
      'with a number that JSON cannot hold',
      say(answer()).replace('"score":99.9', '"score":1e999'),
      `${findings}/comparison/score: must be number`,
    ],
    [
      'without a member',
      say(changed(`${findings}/evidence`, undefined)),
      `${findings}: must have required properties evidence`,
    ],
    [
      'about another picture',
      say(changed(`${findings}/pictures/0/mediaId`, 'm-2')),
      'it answered about another task or other pictures',
    ],
    [
      'about a picture less',
      say(changed(`${findings}/pictures`, [])),
      'it answered about another task or other pictures',
    ],
    ...(['mrz', 'barcode', 'printed', 'portrait', 'evidence/0'] as const).map(
      (part): [string, string, string] => [
        `that names another picture in ${part}`,
        say(changed(`${findings}/${part}/mediaId`, 'm-2')),
        'it answered about another task or other pictures',
      ],
    ),
    [
      'that names another picture as the selfie',
      say(changed(`${findings}/selfie`, 'm-2')),
      'it answered about another task or other pictures',
    ],
    [
      'to another question',
      say(changed('answer/result', { kind: 'compare-faces', score: 100 })),
      'it answered about another task or other pictures',
    ],
  ])('%s ends alone, with an alert; the next task is done (S25)', async (_, command, reason) => {
    const lines: string[] = [];
    const opened = await open(lines);
    await expect(opened.ask(command)).rejects.toThrow(VisionKilled);
    expect(await opened.ask('wait 1')).toEqual({ waited: 1 });
    expect(await opened.metric('countersign_vision_restarts_total', { cause: 'invalid' })).toBe(1);
    const alerts = lines.map((line) => JSON.parse(line) as { level: number; msg: string; reason?: string });
    const [alert] = alerts.filter(({ msg }) => msg === 'picture process exited');
    expect(alert).toMatchObject({ level: 50, cause: 'invalid' });
    expect(alert?.reason).toContain(reason);
  });
});
