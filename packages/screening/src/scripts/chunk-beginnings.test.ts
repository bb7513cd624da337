import { expect, test } from 'vitest';
import { beginningsOf } from './chunk-beginnings.ts';
import { chunkCode } from './latin-form.ts';
import { modelOf } from './models.ts';
import { costOfChunk, unlikely, type ScriptModel, type Unit } from './script-model.ts';

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
const endings = ['', 'n', 'ng', 'o', 'e'];

const samples = { han: '王明华李欧', hangul: 'ㄱㅏㅇ', kana: 'アカシツ', arabic: 'محد' } as const;
const scripts = Object.keys(samples) as (keyof typeof samples)[];

function unitsOf(model: ScriptModel, characters: string): Unit[] {
  const named = Array.from(characters, (one) => model.units.get(one));
  return [...named, ...[...model.units.values()].slice(0, 5)].filter((one): one is Unit => one !== undefined);
}

test.each(scripts)('every chunk of a unit in %s begins as its unit has it', (script) => {
  const model = modelOf(script) as ScriptModel;
  let [chunks, excluded] = [0, 0];
  for (const unit of unitsOf(model, samples[script])) {
    const { ones, seconds } = beginningsOf(model, unit);
    const isChunk = (text: string): boolean => costOfChunk(model, unit, chunkCode(text)) < unlikely;
    for (const first of letters)
      expect(ones[chunkCode(first)]).toBe(Math.min(costOfChunk(model, unit, chunkCode(first)), unlikely));
    for (const pair of letters.flatMap((first) => letters.map((second) => first + second))) {
      const [first = '', second = ''] = pair;
      const may = ((seconds[chunkCode(first)] as number) & (1 << chunkCode(second))) !== 0;
      const found = endings.map((ending) => pair + ending).filter(isChunk);
      expect({ found, may }).toEqual({ found, may: may || found.length > 0 });
      if (!may) excluded += 1;
      chunks += found.length;
    }
  }
  expect(chunks).toBeGreaterThan(10);
  expect(excluded).toBeGreaterThan(1_000);
});
