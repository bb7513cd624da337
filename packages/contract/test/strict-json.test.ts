import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitJson, parseStrictJson, parseStrictJsonInTurns, Problem } from '../src/index.ts';
import { code } from './outcome.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseStrictJson(bytes(text));
const raw = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...bytes(part)])));

describe('JSON the service accepts, A-03', () => {
  it.each([
    ['an empty body', raw()],
    ['blanks only', raw(' \n')],
    ['a byte order mark', raw(0xef, 0xbb, 0xbf, '{}')],
    ['Latin-1 bytes', raw('{"a":"N', 0xfa, 'ñez"}')],
    ['an overlong encoding', raw('{"a":"', 0xc0, 0xaf, '"}')],
    ['a surrogate encoded in UTF-8', raw('{"a":"', 0xed, 0xa0, 0x80, '"}')],
    ['a character cut off at the end', raw('"', 0xe2, 0x82)],
    ['UTF-16', raw(0xff, 0xfe, '{', 0, '}', 0)],
    ['two values', raw('{} {}')],
    ['a value and a comma', raw('{},')],
    ['a trailing comma', raw('{"a":1,}')],
    ['a comment', raw('{"a":1} // x')],
    ['single quotes', raw("{'a':1}")],
    ['an unquoted key', raw('{a:1}')],
    ['a leading zero', raw('{"a":01}')],
    ['NaN', raw('{"a":NaN}')],
    ['a raw line feed in a string', raw('{"a":"x\ny"}')],
    ['a raw U+0000 in a string', raw('{"a":"x', 0, '"}')],
    ['an open object', raw('{"a":1')],
    ['an open string', raw('{"a":"x}')],
    ['an unknown escape', raw('{"a":"\\x41"}')],
    ['a repeated key', raw('{"a":1,"a":1}')],
    ['a repeated key at depth', raw('{"x":[{"a":{"b":1,"c":2,"b":1}}]}')],
    ['keys equal after unescaping', raw('{"a":1,"\\u0061":2}')],
    ['keys equal after unescaping a slash', raw('{"a/b":1,"a\\/b":2}')],
    ['a repeated __proto__', raw('{"__proto__":1,"__proto__":2}')],
    ['a repeated empty key', raw('{"":1,"":2}')],
    ['a repeated number key', raw('{"1":1,"2":2,"1":3}')],
    ['an escaped U+0000', raw('{"a":"x\\u0000"}')],
    ['an escaped U+0000 in a key', raw('{"a\\u0000":1}')],
    ['half a surrogate pair', raw('{"a":"\\ud800"}')],
    ['the other half', raw('["\\udc00x"]')],
    ['halves in the wrong order', raw('["\\ude00\\ud83d"]')],
    ['half a surrogate pair in a key', raw('{"\\uD83D":1}')],
    ['33 levels of arrays', raw('['.repeat(33), ']'.repeat(33))],
    ['33 levels of objects', raw('{"a":'.repeat(33), '1', '}'.repeat(33))],
    ['a hundred thousand levels', raw('['.repeat(100_000), ']'.repeat(100_000))],
    ['a hundred thousand open levels', raw('['.repeat(100_000))],
    ['10 001 brackets and commas (A-118)', raw(`[${'1,'.repeat(10_000)}1]`)],
    ['5000 empty objects and an array', raw(`[${Array.from({ length: 5000 }, () => '{}').join(',')},[]]`)],
    ['a MiB of empty arrays', raw(`[${'[],'.repeat(349_000)}[]]`)],
    ['a MiB of members', raw(`{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')}}`)],
  ])('refuses %s', (_name, body) => {
    expect(code(() => parseStrictJson(body))).toBe('400/1101');
  });

  it.each([
    ['10 000 brackets and commas (A-118)', `[${'1,'.repeat(9999)}1]`],
    ['any number of brackets and commas in a string', `["${'[,{'.repeat(20_000)}"]`],
    ['32 levels', '['.repeat(32) + ']'.repeat(32)],
    ['many levels one after another', `[${Array.from({ length: 50 }, () => '[[]]').join(',')}]`],
    ['the same key in different objects', '[{"a":1},{"a":{"a":2}}]'],
    ['an escaped slash', '{"content":"data:image\\/png;base64,AA\\/="}'],
    ['colons, braces and quotes inside strings', '{"a:b{":"\\"}]:{[\\\\","\\\\":"\\\\\\""}'],
    ['an escaped pair', '["\\ud83d\\ude00"]'],
    ['a raw pair', '["😀"]'],
    ['blanks around', ' \t\r\n{ "a" : [ 1 , true , null ] } \n'],
    ['a text', '"x"'],
    ['a number', '-0.5e3'],
    ['the text backslash-u as characters', '["\\\\u0000 \\\\ud800"]'],
    ['similar keys', '{"a":1,"A":2,"á":3,"a\\u0301":4}'],
  ])('accepts %s', (_name, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('takes __proto__ as an ordinary key', () => {
    const value = parse('{"__proto__":{"admin":true},"constructor":{"prototype":1}}') as Record<
      string,
      unknown
    >;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value['admin']).toBeUndefined();
  });

  it('reads every value that JSON can carry as JSON.parse does, however it is written', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, '\t'), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        if (/\\u(0000|d[89a-f])/.test(written)) return;
        expect(parse(written)).toEqual(JSON.parse(written));
      }),
      { numRuns: 400 },
    );
  });

  it('never accepts what JSON.parse refuses, and never reads it differently', () => {
    const soup = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '\\',
        '"a"',
        '"b"',
        '1',
        'null',
        '\\u0061',
        ' ',
        '"\\"',
      ),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(soup, (parts) => {
        const text = parts.join('');
        let ours: unknown;
        try {
          ours = parse(text);
        } catch {
          return;
        }
        expect(ours).toEqual(JSON.parse(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('finds a repeated key at any depth', () => {
    const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
    const inside = fc.constantFrom(
      (body: string) => body,
      (body: string) => `[0,${body}]`,
      (body: string) => `{"z z":${body}}`,
    );
    fc.assert(
      fc.property(key, fc.array(key, { maxLength: 4 }), inside, (repeated, others, wrap) => {
        const names = [repeated, ...new Set(others.filter((name) => name !== repeated)), repeated];
        const body = `{${names.map((name) => `${JSON.stringify(name)}:[":"]`).join(',')}}`;
        expect(code(() => parse(wrap(body)))).toBe('400/1101');
      }),
      { numRuns: 300 },
    );
  });
});

describe('JSON the service emits, A-02', () => {
  it('equals its own re-serialisation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = emitJson(value);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect(new TextDecoder().decode(bytes(text))).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('writes shortest escapes, plain characters and short numbers', () => {
    expect(emitJson({ a: 'Näidise "1"/2\n', b: [1.0, 0.5, null], c: undefined })).toBe(
      '{"a":"Näidise \\"1\\"/2\\n","b":[1,0.5,null]}',
    );
  });

  it.each([{ a: '\ud800' }, ['x\udc00'], { '\ud83d': 1 }])('refuses half a surrogate pair', (value) => {
    expect(() => emitJson(value)).toThrow('half a surrogate pair');
  });

  it('sends the text of an escape as it is', () => {
    expect(emitJson(['\\ud800'])).toBe('["\\\\ud800"]');
  });
});

describe('a body that is parsed in turns', () => {
  it('returns the same value, and yields before each further pass over all of it', async () => {
    let turns = 0;
    const value = await parseStrictJsonInTurns(bytes('{"a":[1,"é"]}'), () => {
      turns += 1;
      return Promise.resolve();
    });
    expect({ value, turns }).toEqual({ value: { a: [1, 'é'] }, turns: 3 });
  });

  it.each(['{"a":1,"a":2}', '{"a":', '"\\u0000"'])('refuses the same: %s', async (text) => {
    const parsed = parseStrictJsonInTurns(bytes(text), () => Promise.resolve());
    await expect(parsed).rejects.toThrow(new Problem('body-not-json'));
  });
});
