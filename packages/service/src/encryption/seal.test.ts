import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DataKey, unseal, unsealJson, unsealText, seal, sealJson, sealText } from './seal.ts';

const dataKey: DataKey = {
  key: createSecretKey(
    Buffer.from('5f0c8e1b9a3d4f72b6c4d0e8a1f3957c2b6d8e0f4a1c3b5d7e9f0a2c4e6b8d1f', 'hex'),
  ),
};
const other: DataKey = {
  key: createSecretKey(
    Buffer.from('6f0c8e1b9a3d4f72b6c4d0e8a1f3957c2b6d8e0f4a1c3b5d7e9f0a2c4e6b8d1f', 'hex'),
  ),
};

describe('a sealed value', () => {
  it('opens under its key and label', () => {
    expect(unsealText(dataKey, 'session', sealText(dataKey, 'session', 'Liisa Mägi'))).toBe('Liisa Mägi');
    const value = { firstName: 'Liisa', documents: [1, null] };
    expect(unsealJson(dataKey, 'session', sealJson(dataKey, 'session', value))).toEqual(value);
  });

  it('does not contain what it seals', () => {
    expect(Buffer.from(sealText(dataKey, 'session', 'Maasikas')).includes('Maasikas')).toBe(false);
  });

  it('is different every time', () => {
    expect(sealText(dataKey, 'session', 'x')).not.toEqual(sealText(dataKey, 'session', 'x'));
  });

  it('does not open under another label or key, and the error has none of its content', () => {
    const sealed = sealText(dataKey, 'decision:1', 'Maasikas');
    expect(() => unseal(dataKey, 'decision:2', sealed)).toThrow('sealed decision cannot be opened');
    expect(() => unseal(other, 'decision:1', sealed)).toThrow('sealed decision cannot be opened');
  });

  it('does not open when any one bit is changed, or when it is cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, position) => {
        const sealed = seal(dataKey, 'session', bytes);
        expect(unseal(dataKey, 'session', sealed)).toEqual(Buffer.from(bytes));
        const changed = Buffer.from(sealed);
        const bit = position % (changed.length * 8);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => unseal(dataKey, 'session', changed)).toThrow('cannot be opened');
        expect(() => unseal(dataKey, 'session', sealed.subarray(0, position % sealed.length))).toThrow(
          'cannot be opened',
        );
      }),
      { numRuns: 200 },
    );
  });
});
