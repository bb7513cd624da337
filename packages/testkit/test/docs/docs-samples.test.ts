import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { describeService, onePixel } from '../support/each-engine.ts';

const run = promisify(execFile);
const page = path.resolve(import.meta.dirname, '../../../../dist/docs/api.html');

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

/** A fresh folder, with a picture and the client library, in which each sample is saved as it is printed, and run. */
const folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-samples-'));
writeFileSync(path.join(folder, 'document-front.jpg'), onePixel);
mkdirSync(path.join(folder, 'node_modules/@countersign'), { recursive: true });
symlinkSync(
  path.resolve(import.meta.dirname, '../../../../dist/client'),
  path.join(folder, 'node_modules/@countersign/client'),
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const programs = {
  curl: ['sample.sh', 'sh'],
  TypeScript: ['sample.mjs', process.execPath],
  Python: ['sample.py', 'python3'],
  PHP: ['sample.php', 'php'],
  // Go builds its standard library once.
  Go: ['sample.go', 'go', 'run'],
} as const;

/** What a sample prints; of one that ends with a failure what it prints then. */
async function printedBy(language: keyof typeof programs, text: string, access: Record<string, string>) {
  const [file, program, ...args] = programs[language];
  writeFileSync(path.join(folder, file), text);
  const env = { ...process.env, ...access };
  const { stdout, stderr } = await run(program, [...args, file], {
    cwd: folder,
    env,
    encoding: 'utf8',
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  return stdout + stderr;
}

/** JSON, and what Node prints of an object, without what differs: blanks, quotes and line feeds. */
const compact = (text: string): string => text.replaceAll(/[\s"']/g, '');
const isInstalled = (program: string, option = '--version') => spawnSync(program, [option]).status === 0;

const hasGo = isInstalled('go', 'version');
/** Go builds its library first, and few machines have it: by day it is tried only where it is, by night it must be there. */
const languages = [
  ['curl', true],
  ['TypeScript', true],
  ['Python', isInstalled('python3')],
  ['PHP', isInstalled('php')],
  ...(hasGo || process.env['NIGHTLY'] === '1' ? ([['Go', hasGo]] as const) : []),
] as const;

describeService('the samples of the reference', (running) => {
  // By day the client library and one language without it: each of the others starts some 25 programs, which Go compiles first. What
  // they print of the API is the same; `language-examples` runs longer programs of each by day.
  const byDay: readonly string[] = ['TypeScript', 'Python'];
  describe.each(rowsByDay(languages, ([language]) => byDay.includes(language)))(
    '(%s)',
    (language, isHere) => {
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
        // The client library reaches the second path of validate-registry by no method.
        expect(samples.size).toBe(language === 'TypeScript' ? 22 : 23);
        const tried = [
          ['create-session', 'status:created'],
          ['upload-media', 'context:document-front'],
          ['list-media', 'images:['],
          ['list-attempts', 'verifications:['],
          ['list-attempt-media', 'images:['],
          ['get-media', ''],
          ['get-decision', 'verification:null'],
          ['collect-data', 'attemptId:'],
          ['submit-session', 'status:submitted'],
          ['list-fraud-categories', 'categories:['],
          ['get-person', 'person:{id:'],
          ['advance-clock', 'advancedSeconds:'],
        ] as const;
        const access = { API, KEY, SECRET, SESSION, ATTEMPT, MEDIA };
        for (const [name, wanted] of tried) {
          const printed = compact(await printedBy(language, samples.get(name)!, access));
          expect([name, printed.includes(wanted) ? wanted : printed]).toEqual([name, wanted]);
        }
        expect(readFileSync(path.join(folder, 'media.bin'))).toEqual(onePixel);
        // What needs other settings or a decision is refused for that, not for its signature.
        for (const name of [...samples.keys()].filter((each) => !tried.some(([one]) => one === each))) {
          const printed = await printedBy(language, samples.get(name)!, access);
          expect([name, /\b(success|1301|1305|1306|1101)\b/.exec(printed)?.[1] ?? printed]).toEqual([
            name,
            expect.stringMatching(/^(success|\d{4})$/),
          ]);
        }
      });

      it.skipIf(!isHere)('print of a refusal its code and what would have been accepted', async () => {
        const { client } = await running().integrate();
        const { apiUrl: API, apiKey: KEY, sharedSecret: SECRET } = client.access;
        const text = samplesOf(language).get('report-fraud')!;
        const printed = await printedBy(language, text, { API, KEY, SECRET });
        expect(printed).toContain('1301');
        expect(printed).toContain(
          'fraudReports must be switched on for the integration; the operator can do that.',
        );
      });
    },
  );
});
