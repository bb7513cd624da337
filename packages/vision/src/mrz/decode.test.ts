import { describe, expect, it } from 'vitest';
import { decodeLines, finishReading } from './decode.ts';
import { zoneAlphabet, classCount } from './network.ts';
import type { LineProbabilities } from './zone-text.ts';

const today = '2026-11-20';

/** The network's output for a line that it reads without doubt, except for the likelihoods in `doubts`. */
function seen(text: string, doubts: Record<number, Record<string, number>> = {}): LineProbabilities {
  const values = new Float64Array(text.length * classCount).fill(0.0001);
  for (let column = 0; column < text.length; column += 1) {
    const likelihoods = doubts[column] ?? { [text.charAt(column)]: 0.996 };
    for (const [character, value] of Object.entries(likelihoods)) {
      values[column * classCount + zoneAlphabet.indexOf(character)] = value;
    }
  }
  return { columns: text.length, values };
}

function read(...lines: LineProbabilities[]) {
  const text = decodeLines(lines);
  return text && finishReading(text, lines, today);
}

const first = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const second = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';

describe('a zone read without doubt', () => {
  it('is clean, and its raw lines are its lines', () => {
    const reading = read(seen(first), seen(second));
    expect(reading).toMatchObject({
      format: 'TD3',
      status: 'clean',
      repaired: [],
      lines: [first, second],
      raw: [first, second],
    });
    expect(reading?.fields.lastName).toBe('ERIKSSON');
    expect(reading?.confidence).toBeGreaterThan(0.98);
  });

  it('is inconsistent when the print itself carries a wrong digit', () => {
    const wrong = second.replace('7408122F', '7408123F');
    const reading = read(seen(first), seen(wrong));
    expect(reading).toMatchObject({ status: 'inconsistent', lines: [first, wrong] });
    expect(reading?.checks).toEqual({
      number: true,
      birth: false,
      expiry: true,
      optional: true,
      composite: false,
    });
  });
});

it('is never clean when a position was not read, because digits do not cover names', () => {
  const nothing = Object.fromEntries(zoneAlphabet.split('').map((character) => [character, 1 / classCount]));
  const reading = read(seen(first, { 16: nothing }), seen(second));
  expect(reading?.status).toBe('inconsistent');
  expect(Object.values(reading?.checks ?? {})).toEqual([true, true, true, true, true]);
  expect(reading?.confidence).toBeCloseTo(1 / 27, 2);
});

it('is clean only where every character has a confidence of at least 0.3', () => {
  const others = { K: 0.16, B: 0.15, P: 0.15, H: 0.15, M: 0.15 };
  const reading = read(seen(first, { 6: { R: 0.21, ...others } }), seen(second));
  expect(reading).toMatchObject({ status: 'inconsistent', repaired: [] });
  expect(reading?.confidence).toBeLessThan(0.3);
});

describe('a character that no check digit covers', () => {
  it('keeps the zone from being clean when the network all but preferred another in the name', () => {
    const reading = read(seen(first, { 6: { R: 0.55, K: 0.4 } }), seen(second));
    expect(reading).toMatchObject({ status: 'inconsistent', lines: [first, second] });
    expect(reading?.fields.confidence['lastName']).toBeLessThan(0.6);
  });

  it('keeps the zone from being clean when it has the same remainder: L and 1 in the number', () => {
    const reading = read(seen(first), seen(second, { 0: { L: 0.6, '1': 0.35 } }));
    expect(reading).toMatchObject({ status: 'inconsistent', lines: [first, second] });
  });

  it('does no harm where the digits cover it', () => {
    const reading = read(seen(first), seen(second, { 0: { L: 0.6, E: 0.35 } }));
    expect(reading).toMatchObject({ status: 'clean', lines: [first, second] });
  });

  it('does no harm when it is far less likely', () => {
    const reading = read(seen(first, { 6: { R: 0.8, K: 0.15 } }), seen(second));
    expect(reading).toMatchObject({ status: 'clean', lines: [first, second] });
  });
});

describe('alphabets', () => {
  it('read a letter as the digit it must be where only digits are allowed', () => {
    const doubts = { 13: { Z: 0.6, '7': 0.39 }, 18: { O: 0.7, '2': 0.01, '0': 0.2 } };
    expect(read(seen(first), seen(second, { 13: doubts[13] }))?.status).toBe('clean');
    expect(read(seen(first), seen(second, doubts))?.raw[1]?.slice(13, 19)).toBe('740810');
  });

  it('read a digit as the letter it must be in names', () => {
    const reading = read(seen(first, { 5: { '6': 0.6, E: 0.35 } }), seen(second));
    expect(reading?.fields.lastName).toBe('ERIKSSON');
    expect(reading?.fields.confidence['lastName']).toBeCloseTo(0.9906, 2);
  });

  it('take O among digits for 0 unless the network is very sure', () => {
    const zeroLike = { 3: { O: 0.8, '0': 0.19 } };
    const sure = { 3: { O: 0.98, '0': 0.0002 } };
    expect(
      read(seen(first), seen('2130589073UTO7408122F1204159ZE184226B<<<<<10', zeroLike))?.fields.number,
    ).toBe('213058907');
    expect(read(seen(first), seen('2130589073UTO7408122F1204159ZE184226B<<<<<10', sure))?.fields.number).toBe(
      '213O58907',
    );
  });

  it('allow H for the sex on Mexican cards and nowhere else', () => {
    const card = [
      'IDMEX9999000013<<0123098765432',
      '8501019H3312315MEX<02<<12345<5',
      'PEREZ<LOPEZ<<JUAN<CARLOS<<<<<<',
    ];
    expect(read(...card.map((line) => seen(line)))?.fields).toMatchObject({ rawSex: 'H', sex: 'M' });
    const doubt = { 20: { H: 0.6, M: 0.3 } };
    expect(read(seen(first), seen(second, doubt))?.fields).toMatchObject({ rawSex: 'M', sex: 'M' });
  });

  it.each(['C1', 'C2'])('have a digit in the document code of American permits alone: %s', (code) => {
    const card = (state: string) => [
      `${code}${state}0123456784SRC9876543210<<`,
      '9103144F3205286EST<<<<<<<<<<<8',
      'MAASIKAS<<LIISA<<<<<<<<<<<<<<<',
    ];
    expect(read(...card('USA').map((line) => seen(line)))?.fields.documentCode).toBe(code);
    expect(read(...card('UTO').map((line) => seen(line)))?.fields.documentCode).not.toBe(code);
  });

  it('name the dates that are no day', () => {
    const open = second.replace('7408122', '74<<<<8');
    expect(read(seen(first), seen(open))).toMatchObject({ openDates: { birthDate: '74<<<<' } });
    expect(read(seen(first), seen(second))).not.toHaveProperty('openDates');
  });

  it('prefer a known state code to an unknown look-alike', () => {
    const reading = read(seen(first, { 4: { Q: 0.6, O: 0.3 } }), seen(second));
    expect(reading?.fields.issuingState).toBe('UTO');
    expect(reading?.fields.confidence['issuingState']).toBeCloseTo(0.33, 2);
    expect(reading).not.toHaveProperty('unlisted');
  });

  it('keep an unknown state code whose characters were read surely, and name it', () => {
    const unknown = read(seen(first.replace('UTO', 'UTQ'), { 4: { Q: 0.93, O: 0.06 } }), seen(second));
    expect(unknown).toMatchObject({ status: 'clean', unlisted: ['issuingState'] });
    expect(unknown?.fields.issuingState).toBe('UTQ');
  });

  it('keep an empty nationality empty', () => {
    const reading = read(seen(first), seen(second.replace('UTO', '<<<')));
    expect(reading).toMatchObject({ status: 'clean' });
    expect(reading?.fields.nationality).toBeNull();
    expect(reading).not.toHaveProperty('unlisted');
  });
});

describe('repair', () => {
  it('replaces one character by the next choice when field and composite digit then agree', () => {
    const reading = read(seen(first), seen(second, { 22: { '7': 0.6, '2': 0.38 } }));
    expect(reading).toMatchObject({ status: 'repaired', repaired: ['expiryDate'], lines: [first, second] });
    expect(reading?.raw[1]?.slice(21, 27)).toBe('170415');
    expect(reading?.fields.expiryDate).toBe('2012-04-15');
    expect(Object.values(reading?.checks ?? {})).toEqual([true, true, true, true, true]);
  });

  it('needs real weight behind the next choice', () => {
    const reading = read(seen(first), seen(second, { 22: { '7': 0.94, '2': 0.04 } }));
    expect(reading?.status).toBe('inconsistent');
    expect(reading?.lines).toEqual(reading?.raw);
  });

  it('never touches two characters', () => {
    const doubts = { 22: { '7': 0.6, '2': 0.38 }, 14: { '1': 0.6, '4': 0.38 } };
    expect(read(seen(first), seen(second, doubts))?.status).toBe('inconsistent');
  });

  it('never touches a check digit', () => {
    const reading = read(seen(first), seen(second, { 27: { '8': 0.6, '9': 0.38 } }));
    expect(reading).toMatchObject({ status: 'inconsistent', repaired: [] });
  });

  it('never touches optional data', () => {
    const reading = read(seen(first), seen(second, { 30: { '7': 0.6, '1': 0.38 } }));
    expect(reading?.status).toBe('inconsistent');
  });

  it('refuses when two repairs would fit', () => {
    const doubts = { 18: { '3': 0.6, '2': 0.38 }, 15: { '0': 0.6, '9': 0.38 } };
    const reading = read(seen(first), seen(second, doubts));
    expect(reading?.status).toBe('inconsistent');
  });

  it('leaves visas alone, which have no composite digit', () => {
    const visa = 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
    const numbers = 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<';
    expect(read(seen(visa), seen(numbers))?.status).toBe('clean');
    const reading = read(seen(visa), seen(numbers, { 14: { '7': 0.6, '0': 0.38 } }));
    expect(reading).toMatchObject({ format: 'MRVA', status: 'inconsistent' });
  });
});

it('gives nothing for a size no format has', () => {
  expect(decodeLines([seen('P<UTO'), seen('12345')])).toBeNull();
});
