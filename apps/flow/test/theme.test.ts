import { readFileSync } from 'node:fs';
import path from 'node:path';
import { standardTokens } from '@countersign/contract';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.resolve(import.meta.dirname, '../src/style/shell.css'), 'utf8');

/** Colours of the first block behind a text, by the names of their custom properties; `#fff` written out. */
function coloursAfter(start: string): Record<string, string> {
  const block = css.slice(css.indexOf(start)).split('}', 1)[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/(--[a-z-]+): (#[0-9a-f]{3,6}|transparent);/g)].map(([, name = '', colour = '']) => [
      name,
      /^#...$/.test(colour) ? colour.replaceAll(/[0-9a-f]/g, (digit) => digit + digit) : colour,
    ]),
  );
}

describe('colours of the flow where none are chosen', () => {
  it('are the same in its style and in the contract, which brands are derived from', () => {
    expect(coloursAfter(':root {')).toEqual(standardTokens.light);
    expect(coloursAfter('@media (prefers-color-scheme: dark)')).toEqual(standardTokens.dark);
  });
});
