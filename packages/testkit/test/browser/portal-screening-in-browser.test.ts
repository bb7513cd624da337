import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { assignIntegration, setWebhookUrl } from '@countersign/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureIntegration } from '../../../service/src/usecases/integration/configure-integration.ts';
import { checkEvidence } from '../../../service/src/usecases/watchlist/export-evidence.ts';
import { listsOf } from '../../../service/test/support/screening.ts';
import type { TestIntegration } from '../../src/test-service.ts';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { join, type PortalStage } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

const born = '1971-06-02';
/** So many invented people of one name. */
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `x-${at}`,
    name: 'Dario Velmont',
    aka: [`Alias ${at}`],
    lists: ['PEP_CLASS_1' as const],
    born,
  }));

describe.skipIf(!isInstalled('chromium'))('the screening workspace of the portal (Chromium)', () => {
  let stage: PortalStage;
  let browser: Browser;
  let owner: Driver;
  let screened: TestIntegration;
  let isLoaded = true;
  let lists = listsOf('lists-1', ...people(3));
  beforeAll(async () => {
    stage = await startQuickStage({ screening: { screener: () => (isLoaded ? lists : null) } });
    const { service, organisation } = stage;
    screened = await service.integrate({
      settings: {
        identityVerification: false,
        watchlistScreening: true,
        watchlist: { monitoring: true },
      },
    });
    const { integrationId } = screened;
    await assignIntegration(service.ctx)({ integrationId, organisation, actor: 'cli' });
    browser = await launchBrowser('chromium');
    owner = drive(await browser.newPage(), stage.url);
    await owner.page.setViewport({ width: 1280, height: 900 });
    await join(owner, {
      url: await stage.invite('ada@example.com', 'owner'),
      name: 'Ada Harju',
      withCodes: true,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const thrice = <Each>(each: Each): Each[] => [each, each, each];

  interface Result {
    data: { reviewStatus: string; hits: { matchStatus: string; riskLevel: string | null }[] };
  }
  const resultOf = async (id: string) =>
    (
      await screened.client.call<Result>({
        method: 'GET',
        path: `/sessions/${id}/watchlist-screening`,
        sign: id,
      })
    ).body.data;
  const decisions = async (id: string) =>
    (await resultOf(id)).hits.map(({ matchStatus, riskLevel }) => [matchStatus, riskLevel ?? null]);

  async function screen(count: number): Promise<string> {
    lists = listsOf(`lists-${count}`, ...people(count));
    const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: born };
    const id = await screened.client.createSession({ person });
    await screened.client.submit(id);
    await expect.poll(async () => (await resultOf(id))?.hits?.length ?? 0, { timeout: 60_000 }).toBe(count);
    return id;
  }

  /** Presses a key where the focus is. */
  const key = (name: string, shiftKey = false) =>
    owner.page.run(
      (pressed: { key: string; shiftKey: boolean }) => {
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }),
        );
      },
      { key: name, shiftKey },
    );
  const submit = () =>
    owner.page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit());

  it('shows waiting screenings by lane, and decides each hit with one or two keys, with undo', async () => {
    const id = await screen(3);
    await owner.open('/portal/screening');
    await owner.see('3 of 3');
    expect(await owner.text('.lane[aria-current=page] .lane-count')).toBe('1');
    await owner.click(id.slice(0, 8));
    await owner.see('All hits');
    // The first hit has the focus: one key decides it, and the next one has the focus.
    const hasHit = () => owner.page.run(() => document.activeElement?.hasAttribute('data-hit') ?? false);
    await expect.poll(hasHit).toBe(true);
    await key('f');
    await owner.see('2 hits are open.');
    await key('t');
    await owner.see('Risk: h high, l low.');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await key('h');
    await owner.see('1 hit is open.');
    await key('i');
    await owner.see('Every hit is decided.');
    const decided = [
      ['false_positive', null],
      ['true_match', 'high'],
      ['inconclusive', null],
    ];
    expect(await decisions(id)).toEqual(decided);
    expect((await resultOf(id)).reviewStatus).toBe('reviewed');
    await owner.click('Undo');
    await owner.see('1 hit is open.');
    await expect.poll(async () => (await decisions(id)).at(2)).toEqual(['potential_match', null]);
    // Keys elsewhere on the page decide nothing.
    await owner.page.run(() => (document.activeElement as HTMLElement | null)?.blur());
    await key('f');
    await key('?');
    await owner.see('Hit: true match, high risk');
    expect((await decisions(id)).at(2)).toEqual(['potential_match', null]);
  });

  it('shows entries of one person together, and decides them together with one reason', async () => {
    const id = await screen(3);
    await owner.open(`/portal/sessions/${id}#hits`);
    await owner.see('One person with 3 entries');
    await owner.see('Same person as above');
    const rows = () =>
      [...document.querySelectorAll('tr:has([data-hit])')].map((row) => row.hasAttribute('data-continues'));
    expect(await owner.page.run(rows)).toEqual([false, true, true]);
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await owner.page.run(() => document.querySelector<HTMLElement>('[data-hit]')!.click());
    await owner.click('No: false positive');
    await owner.click('Decide the 2 other entries of this person the same way');
    await owner.fill('Note', 'Born elsewhere');
    await submit();
    await owner.see('0 hits are open.');
    await expect.poll(() => decisions(id)).toEqual(thrice(['false_positive', null]));
    const notes = await owner.page.run(async (session: string) => {
      const answer = await fetch(`/portal/api/sessions/${session}`);
      const { screening } = (await answer.json()) as {
        screening: { hits: { history: { note: string | null }[] }[] };
      };
      return screening.hits.map(({ history }) => history.map(({ note }) => note));
    }, id);
    expect(notes).toEqual(thrice(['Born elsewhere']));
    await owner.click('Undo');
    await owner.see('3 hits are open.');
    // By one key with Shift, and two where a risk belongs to it.
    await owner.page.run(() => document.querySelector<HTMLElement>('[data-hit]')!.focus());
    await key('T', true);
    await owner.see('Risk: h high, l low.');
    await key('H', true);
    await owner.see('0 hits are open.');
    await expect.poll(() => decisions(id)).toEqual(thrice(['true_match', 'high']));
  });

  it('keeps and shows what another person decided since the page was loaded', async () => {
    const id = await screen(1);
    await owner.open(`/portal/sessions/${id}#hits`);
    await owner.see('All hits');
    await expect
      .poll(() => owner.page.run(() => document.activeElement?.hasAttribute('data-hit') ?? false))
      .toBe(true);
    const [hit] = (await resultOf(id)).hits as unknown as { id: string }[];
    const decided = { id: hit!.id, matchStatus: 'true_match', riskLevel: 'high' };
    const path = `/sessions/${id}/watchlist-screening`;
    const body = { hit: decided };
    expect((await screened.client.call({ method: 'PATCH', path, body })).status).toBe(200);
    await key('f');
    await owner.see('Someone changed this in the meantime.');
    await owner.see('True match');
    expect(await decisions(id)).toEqual([['true_match', 'high']]);
    // Whoever saw it may replace it.
    await key('f');
    await owner.see('0 hits are open.');
    expect(await decisions(id)).toEqual([['false_positive', null]]);
  });

  it('takes a screening in the queue with one press, filters by assignee, and releases it on its page', async () => {
    const id = await screen(2);
    const short = id.slice(0, 8);
    await owner.open('/portal/screening?assignee=none');
    await owner.click(`Take session ${short}`);
    await owner.seeNot(short);
    await owner.fill('Taken by', 'me');
    await owner.see(short);
    expect(await owner.address()).toContain('assignee=me');
    for (const width of [390, 1280]) {
      await owner.page.setViewport({ width, height: 900 });
      expect(await accessibilityViolations(owner.page)).toEqual([]);
    }
    await owner.click(short);
    await owner.see('You have taken this.');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await owner.click('Release');
    await owner.see('No one has taken this.');
    const [bo] = await stage.service.ctx.database.query<{ id: string }>(
      `insert into portal_user (id, organisation_id, email, name, role)
       select gen_random_uuid(), organisation_id, 'bo@example.com', 'Bo Lind', 'reviewer' from portal_user limit 1
       returning id`,
    );
    await owner.open(`/portal/sessions/${id}`);
    await owner.see('No one has taken this.');
    await owner.fill('Give to', bo?.id ?? '');
    await owner.click('Apply');
    await owner.see('Bo Lind has taken this.');
    expect(await owner.has('Take over')).toBe(true);
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await owner.open('/portal/screening?assignee=me');
    await owner.see('Nothing here');
  });

  it('leads to the webhook of the result once the last hit is decided, and keeps the note', async () => {
    const url = `${stage.service.receiver.url}/watchlist`;
    const { integrationId } = screened;
    const type = 'watchlist-screening' as const;
    await setWebhookUrl(stage.service.ctx)({ integrationId, type, url, actor: 'test' });
    const id = await screen(1);
    await owner.open(`/portal/sessions/${id}`);
    await owner.see('All hits');
    await owner.page.run(() => document.querySelector<HTMLElement>('[data-hit]')?.click());
    await owner.click('No: false positive');
    await owner.fill('Note', 'Born elsewhere');
    await submit();
    await owner.see('The updated result is sent to your server by webhook.');
    await owner.page.run(() => {
      for (const part of document.querySelectorAll<HTMLDetailsElement>('details')) part.open = true;
    });
    await owner.see('Born elsewhere');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await owner.click('Show the webhook');
    await owner.see('Watchlist screening');
    expect(await owner.address()).toMatch(/^\/portal\/webhooks\/[0-9a-f-]{36}$/);
  });

  it('stores the evidence of a session that is revealed, as a page that verifies', async () => {
    const id = await screen(1);
    await owner.open(`/portal/sessions/${id}`);
    await owner.click('Show personal data');
    await owner.fill('Reason', 'Ticket 4177');
    await submit();
    await owner.see('Store the evidence');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    // What the page hands to the browser as a file.
    const page = await owner.page.run(
      () =>
        new Promise<string>((resolve) => {
          const real = URL.createObjectURL.bind(URL);
          URL.createObjectURL = (blob) => {
            if (blob instanceof Blob) void blob.text().then(resolve);
            return real(blob);
          };
          setTimeout(() => {
            const buttons = [...document.querySelectorAll<HTMLElement>('button')];
            buttons.find(({ innerText }) => innerText === 'Store the evidence')?.click();
          });
        }),
    );
    expect(page).toContain('Evidence of a watchlist screening');
    expect(await checkEvidence(stage.service.ctx)(page)).toMatchObject({ fault: null, isLogged: true });
  });

  it('decides 40 hits as false positives at once within 15 s, and takes them back by new reviews', async () => {
    const id = await screen(40);
    await owner.open(`/portal/sessions/${id}`);
    await owner.click('All hits');
    await owner.see('40 hits chosen');
    await owner.click('False positive');
    await owner.see('Decide 40 hits as false positive?');
    await owner.fill('Note', 'A common name');
    const started = performance.now();
    await submit();
    await owner.see('40 hits were decided.');
    const seconds = (performance.now() - started) / 1_000;
    expect(seconds).toBeLessThan(15);
    expect(new Set((await decisions(id)).map(([status]) => status))).toEqual(new Set(['false_positive']));
    await owner.click('Undo');
    await owner.see('40 decisions were reverted by new reviews.');
    expect(new Set((await decisions(id)).map(([status]) => status))).toEqual(new Set(['potential_match']));
    await owner.click('Close');
    const reviews = await stage.service.ctx.database.query<{ count: number }>(
      `select count(*)::int as count from watchlist_review where session_id = $1`,
      [id],
    );
    expect(reviews).toEqual([{ count: 80 }]);
  });

  it('names the hits that could not be decided, and leaves them chosen', async () => {
    const id = await screen(3);
    await owner.open(`/portal/sessions/${id}`);
    await owner.click('All hits');
    await owner.click('False positive');
    await owner.page.run(() => {
      const real = globalThis.fetch;
      let reviews = 0;
      globalThis.fetch = (input, init) =>
        typeof input === 'string' && /hits\/.*\/review$/.test(input) && (reviews += 1) === 2
          ? Promise.resolve(new Response('{}', { status: 500 }))
          : real(input, init);
    });
    await submit();
    await owner.see('2 hits were decided.');
    await owner.see('1 was not decided:');
    await owner.see('The service could not complete this.');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await owner.click('Close');
    await owner.see('1 hit chosen');
    expect((await decisions(id)).map(([status]) => status)).toEqual([
      'false_positive',
      'potential_match',
      'false_positive',
    ]);
  });

  it('shows a screening without a result as one, and what was searched where there is no hit', async () => {
    const person = { firstName: 'Orlan', lastName: 'Petrusek' };
    isLoaded = false;
    const id = await screened.client.createSession({ person });
    await screened.client.submit(id);
    await owner.open(`/portal/sessions/${id}`);
    await owner.see('There is no result yet');
    expect(await owner.text('main')).not.toContain('0 hits');
    isLoaded = true;
    await expect.poll(async () => (await resultOf(id))?.reviewStatus).toBe('no_match');
    await owner.open(`/portal/sessions/${id}`);
    await owner.see('0 hits');
    await owner.see('Searched: Sanctions');
  });

  it('shows how many hits are not kept and remain undecided', async () => {
    lists = listsOf('lists-52', ...people(52));
    const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: born };
    const id = await screened.client.createSession({ person });
    await screened.client.submit(id);
    await expect.poll(async () => (await resultOf(id))?.hits?.length ?? 0, { timeout: 60_000 }).toBe(50);
    await owner.open(`/portal/sessions/${id}`);
    await owner.see('These are the 50 closest of 52 hits. The others are not shown and not decided');
  });

  it('shows hits before and after what monitoring found', async () => {
    const id = await screen(2);
    lists = listsOf('lists-later', { ...people(1)[0]!, lists: ['SANCTIONS'] });
    await stage.service.ctx.database.query(
      `insert into job (integration_id, id, kind, session_id, attempt_id)
       select integration_id, gen_random_uuid(), 'monitor-session', id, attempt_id from session where id = $1`,
      [id],
    );
    await expect.poll(async () => (await resultOf(id)).hits.length, { timeout: 60_000 }).toBe(1);
    await owner.open('/portal/screening?lane=changed');
    await owner.click(id.slice(0, 8));
    await owner.see('Monitoring found changes that have not been acknowledged.');
    await owner.click('Show personal data');
    await owner.fill('Reason', 'Ticket 4177');
    await submit();
    await owner.see('No hit any more');
    await owner.see('Sanctions: Example SANCTIONS');
    expect(await owner.text('table:has([data-hit]) .stacked')).toMatch(/^Dario Velmont\s+Example SANCTIONS$/);
    await owner.see('Politically exposed person, class 1: Example PEP_CLASS_1');
    for (const width of [390, 1280]) {
      await owner.page.setViewport({ width, height: 900 });
      expect(await accessibilityViolations(owner.page)).toEqual([]);
    }
    await owner.click('Acknowledge changes');
    await owner.seeNot('Monitoring found changes that have not been acknowledged.');
    await owner.open('/portal/screening?lane=changed');
    await owner.see('stay here until someone acknowledges');
  });

  it('proposes by keys what needs two people, and decides none of it', async () => {
    const { integrationId } = screened;
    const setTwo = (fourEyes: boolean) =>
      configureIntegration(stage.service.ctx)({ integrationId, settings: { fourEyes }, actor: 'cli' });
    await setTwo(true);
    const id = await screen(2);
    await owner.open(`/portal/sessions/${id}#hits`);
    await owner.see('All hits');
    await expect
      .poll(() => owner.page.run(() => document.activeElement?.hasAttribute('data-hit') ?? false))
      .toBe(true);
    await key('t');
    await key('h');
    await owner.see('True match. Someone else must confirm it.');
    await owner.see('Proposal open');
    await owner.seeNot('Undo');
    expect(await decisions(id)).toEqual([
      ['potential_match', null],
      ['potential_match', null],
    ]);
    await setTwo(false);
  });
});
