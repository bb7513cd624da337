import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frequentActions, frequentActors } from './portal-audit.ts';

const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');

/** What the condition of an index excludes. */
function leftOutBy(index: string): string[] {
  const [, condition = ''] = new RegExp(`create index ${index} [^;]*not in \\(([^)]*)\\)`).exec(schema) ?? [];
  return [...condition.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
}

describe('the conditions of the audit log by which its indexes are found', () => {
  it('leave out the actions that the index leaves out', () => {
    expect(leftOutBy('audit_seldom')).toEqual(frequentActions);
  });

  it('leave out the actors that the index leaves out', () => {
    expect(leftOutBy('audit_people')).toEqual(frequentActors);
  });
});
