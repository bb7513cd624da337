import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { audit } from '../apps/portal/src/words/en/audit.ts';
import { branding } from '../apps/portal/src/words/en/branding.ts';
import { developers } from '../apps/portal/src/words/en/developers.ts';
import { help } from '../apps/portal/src/words/en/help.ts';
import { session } from '../apps/portal/src/words/en/session.ts';

const source = path.resolve(import.meta.dirname, '../apps/portal/src');
/** Part to the members of the catalogue that come with it. */
const members = Object.entries({ session, audit, branding, developers, help }).map(
  ([part, texts]) => [part, new Set(Object.keys(texts))] as const,
);

/** Files of a page: its screen and what that imports, now or later, texts left out. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || file.startsWith(path.join(source, 'words'))) return found;
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g))
    filesOf(path.resolve(path.dirname(file), name ?? ''), found);
  return found;
}

/** Members of the catalogue that a file reads. */
function readMembers(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const taken = [...text.matchAll(/\{([^{}]*)\}(?: = words;|: Words\b)/g)].flatMap(([, names]) =>
    (names ?? '').split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
  );
  return [...taken, ...[...text.matchAll(/\bwords\s*\.\s*(\w+)/g)].map(([, name]) => name ?? '')];
}

const partsRead = (files: Iterable<string>): string[] => {
  const read = new Set([...files].flatMap(readMembers));
  return members.filter(([, names]) => [...names].some((name) => read.has(name))).map(([part]) => part);
};

/** Screens of the router, each with the parts that its route names. */
const pages = [
  ...readFileSync(path.join(source, 'router.tsx'), 'utf8').matchAll(
    /lazyRouteComponent\(\s*(?:withParts\()?\(\) => import\('([^']+)'\)((?:,\s*'[a-z]+')*)/g,
  ),
].map(([, file = '', parts = '']) => ({
  page: path.basename(file, '.tsx'),
  file: path.resolve(source, file),
  parts: [...parts.matchAll(/'([a-z]+)'/g)].map(([, part]) => part),
}));

describe('the texts of the portal', () => {
  it.each(pages)('that come with $page are those that it shows', ({ file, parts }) => {
    expect(partsRead(filesOf(file))).toEqual(
      members.map(([part]) => part).filter((part) => parts.includes(part)),
    );
  });

  it('of what is around every page are there from the first page on', () => {
    expect(pages.length).toBe(31);
    const screens = new Set(pages.flatMap(({ file }) => file));
    const around = [...filesOf(path.join(source, 'main.tsx'), new Set(screens))];
    expect(partsRead(around.filter((file) => !screens.has(file)))).toEqual([]);
  });
});
