import { describe, expect, it } from 'vitest';
import text from '../../../spec/interface.md?raw';
import {
  brazilChecks,
  endpoints,
  hitMatchStatuses,
  mexicoChecks,
  reasonCodes,
  screeningLists,
} from '../src/index.ts';
import { brazilReasons, checkResults, mexicoReasons } from '../src/registry-results.ts';
import { monitorStatuses, reviewStatuses } from '../src/watchlist.ts';
import { quoted } from './contract-text.ts';

/** The text under a heading, up to the next heading of any level. */
function section(heading: string): string {
  const found = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`no section ${heading}`);
  return found;
}

/** First cells of the table rows that match. */
const firstCells = (part: string, form: RegExp): string[] =>
  [...part.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell).filter((cell) => form.test(cell));

describe('spec/interface.md', () => {
  it('lists endpoints that all exist here', () => {
    const ours = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
    const headed = [...text.matchAll(/^### ((?:GET|POST|PATCH|DELETE) \/\S+)$/gm)].map(
      ([, name = '']) => name,
    );
    const listed = firstCells(section('Other endpoints'), /^(GET|POST|PATCH|DELETE) /);
    expect(headed).toHaveLength(7);
    expect(listed).toHaveLength(10);
    for (const name of [...headed, ...listed]) expect(ours).toContain(name);
  });

  it('names the checks and reasons of the registries', () => {
    const part = section('Registry result object (`BR_CPF`, `MX_INE`)');
    const [brazil = '', mexico = ''] = part.split('Checks of `MX_INE`');
    const checks = brazil.split('Checks of `BR_CPF`')[1] ?? '';
    expect(quoted(checks).slice(1)).toEqual([...brazilChecks].slice(1));
    expect(quoted(checks)[0]).toBe(brazilChecks[0]);
    const named = firstCells(mexico, /^[a-z_]+( |,|$)/).flatMap((cell) => cell.split(', '));
    expect(named.map((name) => name.replace(/ \(.*/, ''))).toEqual([...mexicoChecks]);
    expect(firstCells(mexico, /^`[A-Z_]+`$/).flatMap(quoted)).toEqual([...mexicoReasons]);
    expect(quoted(mexico.split('Brazilian reasons:')[1] ?? '')).toEqual([...brazilReasons]);
    for (const result of checkResults) expect(brazil).toContain(`\`${result}\``);
  });

  it('names the values of a watchlist screening', () => {
    const part = section('Watchlist screening result');
    expect(firstCells(part, /^`[A-Z_0-9]+`$/).flatMap(quoted)).toEqual([...screeningLists]);
    for (const value of [...hitMatchStatuses, ...reviewStatuses, ...monitorStatuses]) {
      if (value !== '') expect(part).toContain(`\`${value}\``);
    }
  });

  it('names reason codes that all exist here', () => {
    const codes = firstCells(section('Errors'), /^\d{3}$/).filter((code) => Number(code) > 500);
    expect(codes).toEqual(['529', '544', '581', '640', '901', '902', '903', '904']);
    for (const code of codes) expect(Object.keys(reasonCodes)).toContain(code);
  });

  it('points to contract entries that settle what it leaves open', () => {
    for (const line of text.split('\n').filter((candidate) => candidate.includes('not shown'))) {
      if (line.startsWith('This document')) continue;
      expect(line).toMatch(/A-\d+/);
    }
  });
});
