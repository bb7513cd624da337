import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { describeService, onePixel } from './support/each-engine.ts';

const run = promisify(execFile);
const page = path.resolve(import.meta.dirname, '../../../dist/docs/api.html');

/** The samples of the reference as they stand on its page, by endpoint and language. */
function samplesOf(language: string): Map<string, string> {
  const html = readFileSync(page, 'utf8');
  const sections = html.split('<section class="operation" id="').slice(1);
  return new Map(
    sections.flatMap((section): [string, string][] => {
      const name = section.slice(0, section.indexOf('"'));
      const code = new RegExp(
        `<summary>${language}</summary><div class="code"[^>]*><pre[^>]*><code>([^]*?)</code>`,
      ).exec(section)?.[1];
      const text = code?.replaceAll(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Go runs files only, and builds its standard library once. */
const goFolder = await mkdtemp(path.join(os.tmpdir(), 'countersign-samples-'));
const goFile = (text: string): string => {
  const file = path.join(goFolder, 'main.go');
  writeFileSync(file, text);
  return file;
};
afterAll(() => rm(goFolder, { recursive: true, force: true }));

const programs = {
  curl: (text: string) => ['sh', ['-c', text]] as const,
  Python: (text: string) => ['python3', ['-c', text]] as const,
  PHP: (text: string) => ['php', ['-r', text]] as const,
  Go: (text: string) => ['go', ['run', goFile(text)]] as const,
};
const isInstalled = (program: string, option = '--version') => spawnSync(program, [option]).status === 0;

const hasGo = isInstalled('go', 'version');
/** Go builds its library first, and few machines have it: by day it is tried only where it is, by night it must be there. */
const languages = [
  ['curl', true],
  ['Python', isInstalled('python3')],
  ['PHP', isInstalled('php')],
  ...(hasGo || process.env['NIGHTLY'] === '1' ? ([['Go', hasGo]] as const) : []),
] as const;

describeService('the samples of the reference', (running) => {
  describe.each(languages)('(%s)', (language, isHere) => {
    it.skipIf(!isHere)('are taken as signed requests by every endpoint that is in force', async () => {
      const { client } = await running().integrate({ settings: { deletion: true } });
      const { apiUrl: API, apiKey: KEY, sharedSecret: SECRET } = client.access;
      const SESSION = await client.createSession({
        person: { firstName: 'Approve', lastName: 'Maasikas', dateOfBirth: '1991-03-14' },
      });
      const MEDIA = await client.uploadMedia(SESSION, { context: 'face', bytes: onePixel });
      const attempts = await client.call<{ verifications: { id: string }[] }>({
        method: 'GET',
        path: `/sessions/${SESSION}/attempts`,
        sign: SESSION,
      });
      const ATTEMPT = attempts.body.verifications[0]!.id;
      const samples = samplesOf(language);
      expect(samples.size).toBe(23);
      const tried = [
        ['create-session', '"status":"created"'],
        ['list-media', '"images"'],
        ['list-attempts', '"verifications"'],
        ['list-attempt-media', '"images"'],
        ['get-decision', '"verification":null'],
        ['submit-session', '"status":"submitted"'],
        ['list-fraud-categories', '"categories"'],
      ] as const;
      for (const [name, wanted] of tried) {
        const [program, args] = programs[language](samples.get(name)!);
        const env = { ...process.env, API, KEY, SECRET, SESSION, ATTEMPT, MEDIA };
        const { stdout } = await run(program, [...args], { env, encoding: 'utf8' });
        expect([name, stdout.includes(wanted) ? wanted : stdout]).toEqual([name, wanted]);
      }
    });
  });
});
