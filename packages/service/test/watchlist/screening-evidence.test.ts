import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ListVersion, Screener } from '@countersign/screening';
import { afterAll, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import type { Evidence } from '../../src/usecases/watchlist/screening-evidence.ts';
import type { EvidenceFile } from '../../src/usecases/watchlist/sign-evidence.ts';
import type { Client, TestApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import {
  integrateScreening,
  type Invented,
  listsOf,
  monitor,
  readResult,
  screenedSession,
  screeningOnly,
} from '../support/screening.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'countersign-evidence-'));
afterAll(() => rmSync(directory, { recursive: true }));

const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
const velmont: Invented = { id: 'x-1', name: 'Dario Velmondt', lists: ['PEP_CLASS_2'], born: '1971-06-02' };

/** Lists that were loaded from a source, in this version. */
function listsFrom(version: string, ...entries: Invented[]): Screener {
  const source: ListVersion = {
    source: 'invented-office',
    version,
    publishedAt: '2026-11-01T00:00:00.000Z',
    loadedAt: '2026-11-02T03:04:05.000Z',
    confirmedAt: `2026-11-2${version}T06:00:00.000Z`,
    digest: `${version}a`.repeat(32),
    entities: entries.length,
    names: entries.length,
    rejects: 0,
  };
  return { ...listsOf(`evidence-${version}`, ...entries), sources: [source] };
}

/** A session that was screened, decided with a note, and changed by the lists. */
async function screened(api: TestApi): Promise<{ client: Client; id: string; args: string[] }> {
  const client = await integrateScreening(api, screeningOnly({ monitoring: true, matchThreshold: 75 }));
  const id = await screenedSession(api, client, { person, lists: listsFrom('1', velmont) });
  const args = [client.integrationId, id];
  const hitId = (await readResult(client, id)).data.hits[0]?.id ?? '';
  await runOn(api.ctx, {
    command: 'hits review',
    args: [
      ...args,
      hitId,
      '--status',
      'true_match',
      '--risk',
      'high',
      '--by',
      'ada',
      '--note',
      'Same <office>',
    ],
  });
  await monitor(api, id, listsFrom('2', { ...velmont, countries: ['EE'] }));
  return { client, id, args };
}

const run = async (api: TestApi, command: string, args: string[]) => runOn(api.ctx, { command, args });
const evidenceOf = async (api: TestApi, args: string[]): Promise<EvidenceFile> =>
  (await run(api, 'hits evidence', [...args, '--by', 'ada', '--json'])).output as EvidenceFile;

/** The outcome of `hits verify` of a file with this text. */
async function verified(api: TestApi, text: string) {
  const file = path.join(directory, 'evidence');
  writeFileSync(file, text);
  const { exitCode, output } = await run(api, 'hits verify', [file]);
  return [exitCode, (output as { result: string }).result];
}

describeApiOnce('evidence of a screening', (given) => {
  it('shows the person, rules and lists of the screening, each hit, the decisions, and what changed', async () => {
    const { api } = given;
    const { id, args } = await screened(api);
    const { evidence } = await evidenceOf(api, args);
    expect(evidence).toMatchObject({
      purpose: 'countersign-screening-evidence/1',
      madeBy: 'cli:ada',
      sessionId: id,
      person: { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' },
      result: { reviewStatus: 'potential_match', snapshot: 'evidence-2', searchTerm: { matchThreshold: 75 } },
      comparedWith: 'evidence-2',
      searches: [
        { checkType: 'initial_result', snapshot: 'evidence-1', totalHits: 1, term: { matchThreshold: 75 } },
        { checkType: 'updated_result', snapshot: 'evidence-2', totalHits: 1 },
      ],
      lists: [
        {
          snapshot: 'evidence-1',
          sources: [{ source: 'invented-office', version: '1', digest: '1a'.repeat(32) }],
        },
        {
          snapshot: 'evidence-2',
          sources: [{ source: 'invented-office', version: '2', digest: '2a'.repeat(32) }],
        },
      ],
      changes: [{ snapshot: 'evidence-2', differences: [{ entityId: 'x-1', kind: 'facts' }] }],
      notesWithheld: false,
    } satisfies DeepPartial<Evidence>);
    expect(evidence.searches[0]?.confirmedAt).toEqual({ 'invented-office': '2026-11-21T06:00:00.000Z' });
    expect(evidence.changes[0]?.former[0]?.countries).toEqual([]);
    const [hit] = evidence.hits;
    expect(hit?.found).toMatchObject({ matchedName: 'Dario Velmondt', countries: ['EE'] });
    expect(hit?.found.listings).toMatchObject([{ list: 'PEP_CLASS_2', sourceName: 'Example PEP_CLASS_2' }]);
    const points = hit?.found.explanation?.evidence.map((row) => row.points) ?? [];
    const sum = points.reduce((one, other) => one + other, 0);
    expect(sum).toBeCloseTo(hit?.found.score ?? 0, 1);
    expect(points.length).toBeGreaterThan(3);
    expect(hit?.decisions).toMatchObject([
      {
        actor: 'cli:ada',
        from: 'potential_match',
        to: 'true_match',
        riskLevel: 'high',
        note: 'Same <office>',
      },
      { actor: 'worker', from: 'true_match', to: 'potential_match', note: null },
    ]);
    expect(hit?.decisions[0]?.seen.countries).toEqual([]);
    expect(evidence.log.map(({ action }) => action)).toEqual([
      'complete-screening',
      'review-hit',
      'find-watchlist-change',
    ]);
  });

  it('names each version of lists with the same entries, and the one searched', async () => {
    const { api } = given;
    const { id, args } = await screened(api);
    const again = listsFrom('3', { ...velmont, countries: ['EE'] });
    await monitor(api, id, {
      ...again,
      snapshot: 'evidence-2',
      screen: (...question) => ({ ...again.screen(...question), snapshot: 'evidence-2' }),
    });
    const { evidence } = await evidenceOf(api, args);
    const of = evidence.lists.map(({ digest, sources }) => [sources[0]?.version, digest]);
    expect(of.map(([version]) => version).toSorted()).toEqual(['1', '2', '3']);
    expect(evidence.searches.map(({ listsDigest }) => listsDigest)).toEqual(
      ['1', '2'].map((wanted) => of.find(([version]) => version === wanted)?.[1]),
    );
  });

  it('is recorded with its digest, and verifies as data and as a page', async () => {
    const { api } = given;
    const { id, args } = await screened(api);
    const file = await evidenceOf(api, args);
    const [row] = await api.ctx.database.query<{ actor: string; details: object }>(
      `select actor, details from audit where session_id = $1 and action = 'export-evidence'`,
      [id],
    );
    expect(row).toEqual({ actor: 'cli:ada', details: { digest: file.digest, form: 'json' } });
    expect(await verified(api, JSON.stringify(file))).toEqual([0, 'intact']);
    const page = (await run(api, 'hits evidence', [...args, '--page'])).output as string;
    expect(page).toContain('Same &#60;office&#62;');
    expect(page).not.toContain('<office>');
    expect(await verified(api, `${page}\n`)).toEqual([0, 'intact']);
  });

  it('does not verify after any change, or when signed by another installation', async () => {
    const { api } = given;
    const { args } = await screened(api);
    const file = await evidenceOf(api, args);
    const changed = structuredClone(file);
    if (changed.evidence.hits[0]) changed.evidence.hits[0].matchStatus = 'false_positive';
    expect(await verified(api, JSON.stringify(changed))).toEqual([1, 'changed']);
    const page = `${(await run(api, 'hits evidence', [...args, '--page'])).output as string}\n`;
    expect(await verified(api, page.replace('true_match, high', 'false_positive'))).toEqual([
      1,
      'other-page',
    ]);
    const foreign = { ...file, publicKey: 'AAAA', signature: Buffer.alloc(64).toString('base64') };
    expect(await verified(api, JSON.stringify(foreign))).toEqual([1, 'other-key']);
    expect(await verified(api, '{"evidence":{}}')).toEqual([1, 'not-evidence']);
    // What another reader, or a person, would take for evidence.
    const text = JSON.stringify(file);
    const twice = text.replace('"firstName":', '"firstName":"Ada","firstName":');
    const beside = text.replace('{"evidence":', '{"note":"cleared","evidence":');
    const before = text.replace('{"evidence":', '{"evidence":{"hits":[]},"evidence":');
    const keyOfOther = JSON.stringify({ ...file, publicKey: 'AAAA' });
    const longer = JSON.stringify({ ...file, signature: `${file.signature}=` });
    for (const other of [twice, beside, before, keyOfOther, longer])
      expect(await verified(api, other)).toEqual([1, 'changed']);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await verified(api, text.replace('"hits":[', `"hits":[${deep},`))).toEqual([1, 'not-evidence']);
  });
});

type DeepPartial<T> = { [Member in keyof T]?: T[Member] extends object ? DeepPartial<T[Member]> : T[Member] };

describeApiOnce('evidence in the portal', (given) => {
  it('can be stored by people who revealed the session, with notes for people who may write them', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: screeningOnly() });
    const reviewer = await own.add({ role: 'reviewer' });
    const auditor = await own.add({ role: 'auditor', reveal: true });
    const viewer = await own.add({ role: 'viewer' });
    const id = await screenedSession(api, own.client, { person, lists: listsFrom('1', velmont) });
    const hitId = (await readResult(own.client, id)).data.hits[0]?.id ?? '';
    const address = `/sessions/${id}/screening/evidence`;
    const body = { matchStatus: 'false_positive', riskLevel: null, note: 'Another office' };
    expect((await reviewer.browser.post(`/sessions/${id}/hits/${hitId}/review`, body)).status).toBe(204);
    expect((await reviewer.browser.get(address)).json.error.code).toBe('reveal-required');
    expect((await viewer.browser.get(address)).json.error.code).toBe('not-allowed');
    for (const { browser } of [reviewer, auditor])
      expect((await browser.post(`/sessions/${id}/reveal`, { reason: 'Ticket 1' })).status).toBe(200);
    const page = await reviewer.browser.get(address);
    expect([page.status, page.headers['content-type'], page.headers['content-disposition']]).toEqual([
      200,
      'text/html; charset=utf-8',
      `attachment; filename="screening-${id}.html"`,
    ]);
    expect(page.bytes.toString()).toContain('Another office');
    const file = JSON.parse(
      (await auditor.browser.get(`${address}?form=json`)).bytes.toString(),
    ) as EvidenceFile;
    expect(file.evidence.notesWithheld).toBe(true);
    expect(file.evidence.hits[0]?.decisions).toMatchObject([{ name: 'Test reviewer', note: null }]);
    expect(file.evidence.log.at(-1)).toMatchObject({ action: 'export-evidence', name: 'Test reviewer' });
  });

  it('is erased when the session is redacted', async () => {
    const { api } = given;
    const own = await newOrganisation(api, { settings: { ...screeningOnly(), deletion: true } });
    const owner = await own.add({ role: 'owner', reveal: true });
    const id = await screenedSession(api, own.client, { person, lists: listsFrom('1', velmont) });
    const found = () => api.ctx.database.query('select 1 from watchlist_search where session_id = $1', [id]);
    expect((await found()).length).toBe(1);
    await owner.browser.post(`/sessions/${id}/reveal`, { reason: 'Ticket 1' });
    expect((await owner.browser.get(`/sessions/${id}/screening/evidence`)).status).toBe(200);
    await owner.stepUp();
    expect((await owner.browser.post(`/sessions/${id}/redact`, { reason: 'Ticket 2' })).status).toBe(204);
    expect((await found()).length).toBe(0);
    expect((await owner.browser.get(`/sessions/${id}/screening/evidence`)).status).toBe(404);
  });
});
