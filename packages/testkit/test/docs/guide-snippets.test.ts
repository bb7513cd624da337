import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { describeService } from '../support/each-engine.ts';
import { signedDecision } from '../support/signed-webhook.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-snippets-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The only block of a page in a language that holds a text. */
function blockOf(page: string, language: string, text: string): string {
  const source = readFileSync(path.join(root, page), 'utf8');
  const blocks = [...source.matchAll(/^```(\w+)\n([^]*?)^```/gm)];
  const found = blocks.filter(([, name, block = '']) => name === language && block.includes(text));
  expect(found).toHaveLength(1);
  return found[0]![2]!;
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

describeService('the programs inside the documents', (running) => {
  /** A session that the first name approves, and the variables that the programs read. */
  async function access() {
    const { client } = await running().integrate();
    const { apiUrl, apiKey, sharedSecret } = client.access;
    const session = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
    return { apiUrl, apiKey, sharedSecret, session };
  }

  it('of the README lead from nothing to a signed decision', async () => {
    const { apiUrl, apiKey, sharedSecret } = await access();
    mkdirSync(path.join(folder, 'data'), { recursive: true });
    const file = path.join(folder, 'data/dev-integration.json');
    writeFileSync(file, JSON.stringify({ apiUrl, apiKey, sharedSecret }));
    const block = blockOf('README.md', 'sh', '# Read the decision');
    const { stdout } = await run('sh', ['-c', block], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toMatch(/"status":"submitted".*"verification":(null|\{.*"status":"approved","code":9001)/);
  });

  describe.each([
    ['sh', ['sh', '-c'], 'curl -X PATCH', true],
    ['python', ['python3', '-c'], 'import hashlib', hasPython],
  ] as const)('of the guide to signing (%s)', (language, [program, option], text, isHere) => {
    it.skipIf(!isHere)('submit a session', async () => {
      const { apiUrl: API, apiKey: KEY, sharedSecret: SECRET, session: SESSION } = await access();
      const env = { ...process.env, API, KEY, SECRET, SESSION };
      const block = blockOf('docs/guides/signing.md', language, text);
      const { stdout } = await run(program, [option, block], { cwd: folder, env, encoding: 'utf8' });
      expect(stdout).toContain('"status":"submitted"');
    });
  });
});

describe('the check of a webhook without a library', () => {
  it('takes what is signed and nothing else, and refuses to run without a secret', async () => {
    const file = path.join(folder, 'is-signed.mjs');
    writeFileSync(
      file,
      blockOf('docs/guides/webhooks.md', 'js', 'isSigned').replace('function', 'export function'),
    );
    const { isSigned } = (await import(file)) as {
      isSigned: (body: string | Buffer, headers: Record<string, string>, secret: string) => boolean;
    };
    const { body, headers } = signedDecision(['csk_example']);
    const having = (signature: string) => ({ ...headers, 'x-hmac-signature': signature });
    expect(isSigned(Buffer.from(body), headers, 'csk_example')).toBe(true);
    expect(isSigned(body.replace('declined', 'approved'), headers, 'csk_example')).toBe(false);
    expect(isSigned(body, headers, 'csk_another')).toBe(false);
    expect(isSigned(body, having(''), 'csk_example')).toBe(false);
    expect(isSigned(body, having('zz'), 'csk_example')).toBe(false);
    expect(isSigned(body, {}, 'csk_example')).toBe(false);
    expect(() => isSigned(body, headers, '')).toThrow('SECRET: must be set');
  });
});
