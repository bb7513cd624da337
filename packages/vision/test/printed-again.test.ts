import { describe, expect, it } from 'vitest';
import type { LocatedField } from '../src/printed/labelled-fields.ts';
import { readAgain } from '../src/printed/second-reading.ts';
import type { ValueKind } from '../src/printed/values/read-value.ts';
import type { TextEngine, TextLanguage } from '../src/printed/text-engine.ts';

/** An engine that reads one word in the middle of every sheet, another one each time; `''`: nothing. */
function engineThatReads(...texts: string[]): TextEngine {
  return {
    hasLatin: false,
    name: 'prepared',
    read({ width, height }) {
      const text = texts.shift();
      if (text === undefined) throw new Error('read more often than expected');
      const box = [width / 4, height / 4, width / 2, height / 2] as const;
      return Promise.resolve(text === '' ? [] : [{ text, confidence: 0.9, box: [...box] }]);
    },
    close: () => Promise.resolve(),
  };
}

const print = { width: 400, height: 100, channels: 1, data: new Uint8Array(40_000).fill(255) } as const;

async function numberRead(first: string | null, ...later: string[]) {
  const place = { field: 'number', kind: 'number', box: [100, 40, 200, 20] } as const;
  const located: LocatedField =
    first === null
      ? { ...place, box: [...place.box], value: null, hasWords: true }
      : {
          ...place,
          box: [...place.box],
          value: { value: first, repaired: 0, confirmed: false },
          text: first,
          confidence: 0.9,
        };
  const { fields } = await readAgain(engineThatReads(...later), {
    print: { ...print, data: print.data },
    fields: [located],
    labelWords: new Set(),
    language: 'eng',
    context: { today: '2026-11-20', dateOrder: 'dmy' },
  });
  const [field = null] = fields;
  return field && { value: field.value.value, confidence: Math.round(field.confidence * 1000) / 1000 };
}

/** A date of birth that nothing but the second reading gives; then one that the first gave, too. */
async function birthRead(text: string, first: LocatedField['value'] = null) {
  const place = { field: 'birthDate', kind: 'birth', box: [100, 40, 200, 20] } as const;
  const located: LocatedField =
    first === null
      ? { ...place, value: null, hasWords: true }
      : { ...place, value: first, text, confidence: 0.9 };
  const { fields } = await readAgain(engineThatReads(text, ''), {
    print: { ...print, data: print.data },
    fields: [located],
    labelWords: new Set(),
    language: 'eng',
    context: { today: '2026-11-20', dateOrder: 'dmy' },
  });
  return fields[0]?.confidence ?? null;
}

type WordRead = readonly [text: string, confidence: number];

const authority: WordRead[] = [['REGISTRY', 0.9], ['OF', 0.9], ['AMAUROT', 0.9]]; // prettier-ignore

/** The words “REGISTRY OF AMAUROT” of that kind, when the second and a third reading give `words`, side by side. */
async function wordsRead(kind: ValueKind, words: readonly WordRead[]) {
  const engine: TextEngine = {
    hasLatin: false,
    name: 'prepared',
    read({ width, height }) {
      const step = (0.9 * width) / words.length;
      return Promise.resolve(
        words.map(([text, confidence], at) => ({
          text,
          confidence,
          box: [20 + at * step, 0.4 * height, 0.8 * step, 0.2 * height],
        })),
      );
    },
    close: () => Promise.resolve(),
  };
  const value = { value: 'REGISTRY OF AMAUROT', repaired: 0, confirmed: false };
  const place = { field: 'authority', kind, value, text: value.value, confidence: 0.9 } as const;
  const { fields } = await readAgain(engine, {
    print: { ...print, data: print.data },
    fields: [{ ...place, box: [20, 40, 360, 20] }],
    labelWords: new Set(),
    language: 'eng',
    context: { today: '2026-11-20', dateOrder: 'dmy' },
  });
  const [field = null] = fields;
  return field && { value: field.value.value, confidence: Math.round(field.confidence * 1000) / 1000 };
}

/** A name that a first reading gives as `first`, when further ones give `later`, each as sure as the engine says. */
const nameRead = (first: WordRead, ...later: WordRead[]) => nameReadIn('eng', first, ...later);

async function nameReadIn(language: TextLanguage, first: WordRead, ...later: WordRead[]) {
  const engine: TextEngine = {
    hasLatin: false,
    name: 'prepared',
    read({ width, height }) {
      const [text, confidence] = later.shift() ?? expect.fail('read more often than expected');
      return Promise.resolve([{ text, confidence, box: [width / 4, height / 4, width / 2, height / 2] }]);
    },
    close: () => Promise.resolve(),
  };
  const [value, confidence] = first;
  const { fields } = await readAgain(engine, {
    print: { ...print, data: print.data },
    fields: [
      {
        field: 'firstName',
        kind: 'name',
        box: [100, 40, 200, 20],
        value: { value, repaired: 0, confirmed: false },
        text: value,
        confidence,
      },
    ],
    labelWords: new Set(),
    language,
    context: { today: '2026-11-20', dateOrder: 'dmy' },
  });
  const [field = null] = fields;
  const unread = later.length;
  return field && { value: field.value.value, confidence: field.confidence, unread };
}

describe('a field that is read again', () => {
  it('is sure where two readings agree, and not read a third time', async () => {
    expect(await numberRead('A5R7G4U68', 'A5R7G4U68')).toEqual({ value: 'A5R7G4U68', confidence: 0.97 });
  });

  it('is what two of three readings give', async () => {
    expect(await numberRead('A5R7G4U68', 'ASR7G4U68', 'A5R7G4U68')).toEqual({
      value: 'A5R7G4U68',
      confidence: 0.9,
    });
    expect(await numberRead('ASR7G4U68', 'A5R7G4U68', 'A5R7G4U68')).toMatchObject({ value: 'A5R7G4U68' });
  });

  it('is no name that lost a short word of which the first reading was sure', async () => {
    const later: WordRead[] = [['FAOLÁIN', 0.9], ['FAOLÁIN', 0.9]]; // prettier-ignore
    expect(await nameReadIn('latin', ['O FAOLAIN', 0.92], ...later)).toMatchObject({ confidence: 0.8 });
    // A doubtful one is a scrap of a pattern.
    expect(await nameReadIn('latin', ['O FAOLAIN', 0.7], ...later, ['FAOLÁIN', 0.9])).toMatchObject({
      value: 'FAOLÁIN',
      confidence: 0.95,
    });
  });

  it('is worth little where all three differ', async () => {
    expect(await numberRead('A5R7G4U68', 'ASR7G4U68', 'A5R7G4V68')).toMatchObject({ confidence: 0.45 });
  });

  it('is read a third time where one reading gave nothing', async () => {
    expect(await numberRead('A5R7G4U68', '', 'A5R7G4U68')).toEqual({ value: 'A5R7G4U68', confidence: 0.9 });
    expect(await numberRead(null, 'A5R7G4U68', 'A5R7G4U68')).toEqual({ value: 'A5R7G4U68', confidence: 0.9 });
    expect(await numberRead('A5R7G4U68', '', '')).toEqual({ value: 'A5R7G4U68', confidence: 0.8 });
    expect(await numberRead('A5R7G4U68', '', 'A5R7G4V68')).toMatchObject({ confidence: 0.45 });
  });

  it('is published as a date of one digit only where two readings give it', async () => {
    const limit = 0.8;
    expect(await birthRead('11/07/1970')).toBeGreaterThanOrEqual(limit);
    expect(await birthRead('1/07/1970')).toBeLessThan(limit);
    const value = { value: '1970-07-01', repaired: 2, confirmed: false };
    expect(await birthRead('1/07/1970', value)).toBeGreaterThanOrEqual(limit);
  });

  it('that no reading gave stays unread', async () => {
    expect(await numberRead(null, '')).toBeNull();
  });

  it('is a name with high confidence in one reading and low confidence in the others, which two more repeat', async () => {
    const doubted: WordRead = ['LUISA', 0.4];
    const sure: WordRead = ['LIISA', 0.91];
    const other: WordRead = ['LHISA', 0.22];
    const settled = { value: 'LIISA', confidence: 0.95, unread: 0 };
    expect(await nameRead(doubted, sure, other, sure, sure)).toEqual(settled);
    expect(await nameRead(sure, doubted, other, sure, sure)).toEqual(settled);
    expect(await nameRead(doubted, other, sure, sure, sure)).toEqual(settled);
    const open = { value: 'LIISA', confidence: 0.45 };
    expect(await nameRead(doubted, sure, other, ['LISA', 0.9], sure)).toEqual({ ...open, unread: 1 });
    expect(await nameRead(doubted, sure, other, ['LIISA', 0.8], sure)).toEqual({ ...open, unread: 1 });
    expect(await nameRead(doubted, sure, other, sure, ['LISA', 0.9])).toEqual({ ...open, unread: 0 });
    // Two that the engine does not doubt are no matter of one more look.
    expect(await nameRead(['LUISA', 0.6], sure, other, sure, sure)).toEqual({ ...open, unread: 2 });
  });

  it.each<[string, ValueKind, WordRead[], unknown]>([
    ['words that repeat it', 'text', authority, { value: 'REGISTRY OF AMAUROT', confidence: 0.97 }],
    [
      'scraps of a pattern round them',
      'text',
      [['3', 0.8], ['WA', 0.2], ...authority, ['=Z—S', 0.3], ['MN', 0.1]],
      { value: 'REGISTRY OF AMAUROT', confidence: 0.9 },
    ],
    [
      'another word read with high confidence',
      'text',
      [['ROYAL', 0.9], ...authority],
      { value: 'ROYAL REGISTRY OF AMAUROT', confidence: 0.9 },
    ],
    [
      'another spelling between scraps',
      'text',
      [
        ['MN', 0.1],
        ['REGISTRV', 0.9],
      ],
      { value: 'MN REGISTRV' },
    ],
    ['scraps round a name', 'name', [['WA', 0.2], ...authority], { confidence: 0.8 }],
  ])('that is words, and is read again as %s', async (_, kind, words, expected) => {
    expect(await wordsRead(kind, words)).toMatchObject(expected as object);
  });
});
