import { describe, expect, it } from 'vitest';
import { classifyPrint } from '../src/printed/classify-print.ts';
import { fieldsOfLabels } from '../src/printed/labelled-fields.ts';
import type { TextWord } from '../src/printed/text-engine.ts';
import { runsOf } from '../src/printed/text-lines.ts';
import { keyLettersOn, valuesWithoutLabels } from '../src/printed/unlabelled-values.ts';

type WordRead = readonly [text: string, x: number, y: number, width: number, height: number];

/** The lower half of a voter card as it was read; boxes in pixels. */
const voterCard = (...more: readonly WordRead[]): TextWord[] => {
  const words: readonly WordRead[] = [
    ['CREDENCIAL', 543, 80, 217, 24], ['PARA', 774, 80, 91, 24], ['VOTAR', 877, 80, 118, 24], ['NOMBRE', 73, 162, 81, 15],
    ['FECHA', 477, 162, 63, 15], ['DE', 547, 162, 24, 15], ['NACIMIENTO', 580, 162, 119, 15], ['PÉREZ', 72, 184, 130, 28],
    ['01/01/1985', 477, 189, 174, 25], ['LÓPEZ', 72, 218, 124, 28], ['JUAN', 73, 252, 115, 28], ['DOMICILIO', 73, 314, 100, 16],
    ['CLAVE', 72, 463, 60, 16], ['DE', 141, 463, 24, 15], ['ELECTOR', 174, 464, 86, 14], ['AÑO', 477, 460, 41, 19],
    ['DE', 526, 464, 24, 15], ['REGISTRO', 559, 463, 96, 16], ['2007', 479, 490, 74, 23], ['00', 565, 490, 37, 23],
    ...more,
  ]; // prettier-ignore
  return words.map(([text, ...box]) => ({ text, confidence: 0.95, box }));
};

function read(words: readonly TextWord[]): Record<string, string | null> {
  const runs = runsOf(words);
  const print = classifyPrint(runs, 1.54);
  const context = { today: '2026-11-20', dateOrder: 'dmy' } as const;
  const located = fieldsOfLabels(print.labels, runs, context);
  const keyLetters = keyLettersOn(located, print.template);
  const found = valuesWithoutLabels(print.template, runs, { located, context: { ...context, keyLetters } });
  return Object.fromEntries([...located, ...found].map(({ field, value }) => [field, value?.value ?? null]));
}

describe('values that are recognised by themselves', () => {
  it('are read although their label was not: URP for CURP', () => {
    const page = voterCard(['URP', 85, 542, 38, 15], ['PELJ850101HDFRPNO6', 72, 568, 382, 24]);
    expect(read(page)).toMatchObject({ curp: 'PELJ850101HDFRPN06' });
  });

  it('are read although the engine parted them', () => {
    const page = voterCard(['PELJ850101', 72, 568, 200, 24], ['HDFRPN06', 282, 568, 170, 24]);
    expect(read(page)).toMatchObject({ curp: 'PELJ850101HDFRPN06' });
  });

  it('are not read where their check digit is another one, nor where two differ', () => {
    const wrong = voterCard(['PELJ850101HDFRPN07', 72, 568, 382, 24]);
    expect(read(wrong)).not.toHaveProperty('curp');
    const two = voterCard(['PELJ850101HDFRPN06', 72, 568, 382, 24], ['GARX050505XOCRJMA8', 72, 608, 382, 24]);
    expect(read(two)).not.toHaveProperty('curp');
  });

  it('are the key whose J the engine took for the vowel I, where the names on the card have a J there', () => {
    expect(read(voterCard(['PRLPIN85010109H400', 72, 490, 376, 23]))).toMatchObject({
      voterKey: 'PRLPJN85010109H400',
    });
    expect(read(voterCard(['PRMPIN85010109H400', 72, 490, 376, 23]))).toMatchObject({ voterKey: null });
  });

  it('belong to a voter card: a page of another document has none', () => {
    const words = voterCard(['PELJ850101HDFRPN06', 72, 568, 382, 24]).filter(
      ({ box: [, y] }) => y > 80 && y !== 463,
    );
    expect(read(words)).not.toHaveProperty('curp');
  });
});

describe('the year of registration', () => {
  it('is read below its label beside a high scrap of the second portrait', () => {
    const page = voterCard(['PRLPJN85010109H400', 72, 490, 372, 23], ['AA', 722, 457, 274, 46]);
    expect(read(page)).toMatchObject({ registrationYear: '2007', voterKey: 'PRLPJN85010109H400' });
  });
});
