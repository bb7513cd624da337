// A file of evidence, or its page, that was changed on its way: it verifies only where it says what was signed, and nothing beside. S13
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parseKeyEncryptionKeys } from '../../src/encryption/key-encryption-keys.ts';
import { createVault } from '../../src/signing/vault.ts';
import { evidencePage } from '../../src/usecases/watchlist/evidence-page.ts';
import { verifyDocument } from '../../src/usecases/watchlist/export-evidence.ts';
import { type Evidence, evidencePurpose } from '../../src/usecases/watchlist/screening-evidence.ts';
import { evidenceText, signEvidence } from '../../src/usecases/watchlist/sign-evidence.ts';

const digest = createHash('sha256').update('a key for fuzzing').digest('base64');
const vault = createVault(parseKeyEncryptionKeys(`1:${digest}`), Buffer.alloc(32, 9));

/** Without hits: what a hit has is drawn by the same functions. */
const evidence: Evidence = {
  purpose: evidencePurpose,
  madeAt: '2026-11-20T10:00:00.000Z',
  madeBy: 'cli:ada',
  integrationId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  sessionId: 'c0c7d21c-18a9-4f2e-a5c0-58d7a3a0a2b1',
  attemptId: '0d2b7e07-3f45-4b6c-9b1a-9c8f1d2e3a4b',
  vendorData: '</script><!-- "é" 😀',
  endUserId: null,
  person: {
    firstName: 'Dario',
    lastName: 'Velmont',
    secondLastName: null,
    dateOfBirth: '1971-06-02',
    gender: null,
    countries: ['EE'],
    identifiers: [],
  },
  result: {
    reviewStatus: 'no_match',
    totalHits: 0,
    createdAt: '2026-11-20T09:00:00.000Z',
    monitorStatus: '',
    hasUnacknowledgedChanges: false,
    snapshot: 'x-1',
    searchTerm: {
      name: 'Dario Velmont',
      lists: ['SANCTIONS'],
      matchThreshold: 80,
      exactMatch: false,
      countries: [],
      excludeDeceased: false,
    },
  } as unknown as Evidence['result'],
  comparedWith: null,
  searches: [],
  lists: [],
  hits: [],
  changes: [],
  log: [
    { id: 1, at: '2026-11-20T09:00:00.000Z', actor: 'worker', name: null, action: 'screen', details: {} },
  ],
  notesWithheld: false,
};
const file = signEvidence(vault, evidence);
const page = evidencePage(file);
const [before, after] = [JSON.stringify(file).slice(0, -1), JSON.stringify(file).slice(1)];

export const seeds = [
  evidenceText(file),
  JSON.stringify(file),
  page,
  `${before},"note":"the person is cleared"}`,
  `{"evidence":{"person":{"firstName":"Ada"}},${after}`,
  JSON.stringify(file).replace('"firstName":', '"firstName":"Ada","firstName":'),
  JSON.stringify({ ...file, publicKey: 'AAAA' }),
  JSON.stringify({ ...file, signature: `${file.signature}==` }),
  `{"evidence":{"purpose":"${evidencePurpose}","integrationId":"","sessionId":"","deep":${'['.repeat(500)}${']'.repeat(500)}},"digest":"","publicKey":"","signature":""}`,
  page.replace('<h2>Result', '<p>cleared</p><h2>Result'),
];
export const words = [
  '"evidence":',
  '"firstName":',
  '"__proto__":',
  '{}',
  '[]',
  '\\u0044',
  '1e0',
  '</script>',
  '","',
];
export const mostBytes = 16_384;

/** Names of members in a text that is JSON, as they are written. */
const names = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)/gs)].flatMap(([, name = '', colon]) =>
    colon === ':' ? [JSON.parse(`"${name}"`) as string] : [],
  );
const signedNames = names(JSON.stringify(file)).sort();

export function fuzz(input: Buffer): void {
  const text = input.toString('utf8');
  const verified = verifyDocument(vault, text);
  if (verified.fault !== null) return;
  if (text.startsWith('<')) {
    assert.equal(text, page, 'a page that shows something else');
    return;
  }
  assert.deepEqual(JSON.parse(text), file, 'a file that says something else');
  assert.deepEqual(names(text).sort(), signedNames, 'a member that another reader takes instead');
}
