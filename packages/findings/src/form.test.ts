import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { formOf } from './form.ts';
import { between, closed, listOf, nullable, oneOf, text } from './members.ts';

describe('a form', () => {
  const pair = Type.Immutable(Type.Tuple([between(0, 9), between(0, 9)]));
  const form = formOf(
    closed({
      name: text(5),
      inner: nullable(closed({ sex: nullable(oneOf(['M', 'F'])), places: listOf(pair, 2) })),
      extra: Type.Optional(text(5)),
    }),
  );

  it('accepts values within every bound', () => {
    expect(form.matches({ name: 'Liisa', inner: null })).toBe(true);
    expect(form.matches({ name: '', extra: '', inner: { sex: null, places: [[0, 9]] } })).toBe(true);
  });

  it.each<[value: unknown, fault: string]>([
    [null, 'the value: must be object'],
    [{ inner: null }, 'the value: must have required properties name'],
    [{ name: 'Liisa2', inner: null }, 'name: must not have more than 5 characters'],
    [{ name: 'a', inner: null, Lovelace: 1 }, 'the value: must not have additional members'],
    [{ name: 'a', inner: { sex: 'X', places: [] } }, 'inner/sex: must be equal to one of the allowed values'],
    [{ name: 'a', inner: { sex: 'M', places: [[0, 10]] } }, 'inner/places/0/1: must be <= 9'],
    [{ name: 'a', inner: { sex: 'M', places: [[0, NaN]] } }, 'inner/places/0/1: must be number'],
    [
      { name: 'a', inner: { sex: 'M', places: [[0, 1, 2]] } },
      'inner/places/0: must not have additional members',
    ],
    [{ name: 'a', inner: { sex: 'M', places: [], Ada: 1 } }, 'inner: must not have additional members'],
    [{ name: 'a', inner: 7 }, 'inner: must be object'],
    [
      {
        name: 'a',
        inner: {
          sex: 'M',
          places: [
            [0, 0],
            [0, 0],
            [0, 0],
          ],
        },
      },
      'inner/places: must not have more than 2 items',
    ],
  ])('of which %j has none names the member at fault', (value, fault) => {
    expect(form.matches(value)).toBe(false);
    expect(form.faultOf(value)).toBe(fault);
  });
});
