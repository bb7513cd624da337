import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import {
  applyDueProposals,
  endOldSettingProposals,
  reopenUnapprovedPlans,
} from '../../src/usecases/integration/apply-proposals.ts';
import { changeReviewRules } from '../../src/usecases/portal/organisation/review-rules.ts';
import { describeApiOnce } from '../support/describe-api.ts';

interface Printed {
  proposal: string;
  state: string;
  before: object;
  after: object;
  changedMeanwhile: string[];
  approvedBy: string | null;
  endedBy: string | null;
  cause: string | null;
}

const why = ['--reason', 'change 4711'];
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describeApiOnce('a change of settings that is proposed', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  /** An integration whose settings take two people. */
  const guarded = async (settings: object = {}): Promise<string> =>
    (await given.api.integrate({ settings: { secondApprover: true, ...settings } })).integrationId;
  const propose = async (id: string, ...args: string[]): Promise<string> => {
    const { output } = await run('integration propose', id, ...why, '--by', 'ada', ...args);
    return (output as { proposal: string }).proposal;
  };
  const listed = async (id: string): Promise<Printed[]> =>
    (await run('integration proposals', '--integration', id, '--all', '--json')).output as Printed[];
  const settingOf = async (id: string, name: string) =>
    ((await run('integration show', id)).output as { settings: Record<string, unknown> }).settings[name];
  const actionsOf = async (id: string) =>
    ((await run('audit list', '--integration', id)).output as { action: string; actor: string }[]).map(
      ({ action, actor }) => [action, actor],
    );
  const alertsOf = async (id: string) =>
    ((await run('alerts list', '--integration', id)).output as { kind: string; cause: string }[]).map(
      ({ kind, cause }) => [kind, cause],
    );

  it('takes two people where the integration has it so, and is in force when the second one approves', async () => {
    const id = await guarded();
    const refused = await run('integration configure', id, '--set', 'faceAcceptScore=90', '--by', 'ada');
    expect([refused.exitCode, refused.note]).toEqual([
      3,
      'settings: must be changed by two people while secondApprover is set; "integration propose" proposes the change',
    ]);
    const wanted = ['--set', 'faceAcceptScore=90', '--set', 'watchlist.matchThreshold=85'];
    const proposal = await propose(id, ...wanted, '--set', 'riskLabels=false');
    expect(await settingOf(id, 'faceAcceptScore')).toBe(85);
    expect(await listed(id)).toEqual([
      {
        proposal,
        integrationId: id,
        state: 'open',
        effectiveAt: null,
        before: { faceAcceptScore: 85, 'watchlist.matchThreshold': 80 },
        after: { faceAcceptScore: 90, 'watchlist.matchThreshold': 85 },
        changedMeanwhile: [],
        reason: 'change 4711',
        proposedBy: 'cli:ada',
        createdAt: moment,
        expiresAt: moment,
        approvedBy: null,
        endedBy: null,
        endedAt: null,
        cause: null,
      },
    ]);
    expect(await alertsOf(id)).toEqual([['settings_waiting', '1 proposed: integration proposals']]);
    const own = await run('integration approve', proposal.slice(0, 8), '--by', 'Ada');
    const unnamed = await run('integration approve', proposal);
    expect([own.note, unnamed.note]).toEqual([
      '--by: must differ from the operator who proposed the change; another person must approve it',
      '--by: must be given, and differ from the operator who proposed the change',
    ]);
    expect((await run('integration approve', proposal, '--by', 'bo')).output).toEqual({ outcome: 'applied' });
    expect(await settingOf(id, 'faceAcceptScore')).toBe(90);
    expect(await settingOf(id, 'watchlist')).toMatchObject({ matchThreshold: 85, exactMatch: false });
    expect((await listed(id))[0]).toMatchObject({
      state: 'applied',
      approvedBy: 'cli:bo',
      endedBy: 'cli:bo',
    });
    expect((await actionsOf(id)).slice(0, 3)).toEqual([
      ['configure-integration', 'cli:bo'],
      ['approve-settings', 'cli:bo'],
      ['propose-settings', 'cli:ada'],
    ]);
    const [newest] = (await run('integration history', id)).output as object[];
    expect(newest).toMatchObject({ reason: 'change 4711', proposedBy: 'cli:ada', approvedBy: 'cli:bo' });
    expect(await alertsOf(id)).toEqual([]);
    expect((await run('integration approve', proposal, '--by', 'cleo')).note).toBe(
      'proposal: must still be pending; "integration proposals --all" lists the others with their outcome',
    );
  });

  it('takes two people to end that too, none to stop an integration, and leaves to a client what is its own', async () => {
    const id = await guarded();
    const off = await run('integration configure', id, '--set', 'secondApprover=false', '--by', 'ada');
    const rules = await run('integration screening', id, '--set', 'matchThreshold=10', '--by', 'ada');
    expect([off.output, rules.output]).toEqual([
      { outcome: 'needs-approval' },
      { outcome: 'needs-approval' },
    ]);
    expect((await run('integration deactivate', id)).output).toEqual({ active: false });
    expect((await run('integration configure', id, '--name', `Renamed ${id}`)).exitCode).toBe(0);
    const integration = { id, name: 'own', mode: 'test' as const };
    const viewer = {
      role: 'owner',
      grants: {},
      integrations: [integration],
      steppedUpUntil: 'x',
      actor: 'portal:1',
    };
    await changeReviewRules(given.api.ctx as never)(viewer as never, id, { fourEyes: true });
    expect(await settingOf(id, 'fourEyes')).toBe(true);
  });

  it('returns to what was before by two people as well', async () => {
    const id = await guarded();
    await run('integration approve', await propose(id, '--set', 'minimumAge=21'), '--by', 'bo');
    const [newest] = (await run('integration history', id)).output as { change: number }[];
    const change = String(newest?.change);
    expect((await run('integration rollback', id, change, '--by', 'ada')).output).toEqual({
      outcome: 'needs-approval',
    });
    const unreasoned = await run('integration rollback', id, change, '--propose', '--by', 'ada');
    expect(unreasoned.note).toBe('--reason: must be given together with --propose');
    const proposed = await run('integration rollback', id, change, '--propose', ...why, '--by', 'ada');
    const { proposal } = proposed.output as { proposal: string };
    expect(proposed.output).toEqual({ outcome: 'proposed', proposal, state: 'open' });
    expect(await settingOf(id, 'minimumAge')).toBe(21);
    await run('integration approve', proposal, '--by', 'bo');
    expect(await settingOf(id, 'minimumAge')).toBeNull();
  });

  it('is in force at its time, with a second person where two are needed and without one elsewhere', async () => {
    const [one, two] = [(await given.api.integrate()).integrationId, await guarded()];
    await propose(one, '--set', 'minimumAge=18', '--from', '24h');
    const second = await propose(two, '--set', 'minimumAge=18', '--from', '24h');
    const unapproved = await propose(await guarded(), '--set', 'minimumAge=18', '--from', '24h');
    expect((await run('integration approve', second, '--by', 'bo')).output).toEqual({
      outcome: 'planned',
      effectiveAt: moment,
    });
    expect((await listed(one))[0]).toMatchObject({ state: 'planned', effectiveAt: moment });
    await given.clock.advance({ hours: 23 });
    expect(await applyDueProposals(given.api.ctx)(100)).toBe(0);
    await given.clock.advance({ hours: 1, minutes: 1 });
    expect(await applyDueProposals(given.api.ctx)(100)).toBe(2);
    expect([await settingOf(one, 'minimumAge'), await settingOf(two, 'minimumAge')]).toEqual([18, 18]);
    expect((await actionsOf(two))[0]).toEqual(['configure-integration', 'worker']);
    expect((await run('integration history', two)).output).toMatchObject([
      { actor: 'worker', proposedBy: 'cli:ada', approvedBy: 'cli:bo' },
    ]);
    // Approved after its time it is in force at once.
    expect((await run('integration approve', unapproved, '--by', 'bo')).output).toEqual({
      outcome: 'applied',
    });
  });

  it('is not carried out where the setting is another one by then', async () => {
    const { integrationId: id } = await given.api.integrate();
    const planned = await propose(id, '--set', 'minimumAge=18', '--from', '1h');
    const open = await propose(id, '--set', 'minimumAge=21');
    await run('integration configure', id, '--set', 'minimumAge=25');
    expect((await listed(id)).map(({ changedMeanwhile }) => changedMeanwhile)).toEqual([
      ['minimumAge'],
      ['minimumAge'],
    ]);
    const late = await run('integration approve', open, '--by', 'bo');
    expect(late.output).toEqual({ outcome: 'settings-changed-meanwhile' });
    await given.clock.advance({ hours: 2 });
    await applyDueProposals(given.api.ctx)(100);
    expect(await settingOf(id, 'minimumAge')).toBe(25);
    const ended = (await listed(id)).find(({ proposal }) => proposal === planned);
    expect(ended).toMatchObject({
      state: 'failed',
      endedBy: 'worker',
      cause: 'changed meanwhile: minimumAge',
    });
    expect(await alertsOf(id)).toContainEqual([
      'settings_not_applied',
      `proposal ${planned.slice(0, 8)}: changed meanwhile: minimumAge`,
    ]);
  });

  it('waits for a second person at once where two are required after it was planned', async () => {
    const { integrationId: id } = await given.api.integrate();
    const planned = await propose(id, '--set', 'minimumAge=18', '--from', '20d');
    expect(await alertsOf(id)).toEqual([]);
    await run('integration configure', id, '--set', 'secondApprover=true', '--by', 'cleo');
    expect(await listed(id)).toMatchObject([{ proposal: planned, state: 'open', approvedBy: null }]);
    expect(await alertsOf(id)).toEqual([['settings_waiting', '1 proposed: integration proposals']]);
    expect((await actionsOf(id)).slice(0, 2)).toEqual([
      ['configure-integration', 'cli:cleo'],
      ['reopen-settings', 'cli:cleo'],
    ]);
    // The 14 days begin with what made it wait.
    await given.clock.advance({ days: 13 });
    expect((await run('integration approve', planned, '--by', 'ada')).output).toEqual({
      outcome: 'own-proposal',
    });
    expect((await run('integration approve', planned, '--by', 'bo')).output).toEqual({
      outcome: 'planned',
      effectiveAt: moment,
    });
    await given.clock.advance({ days: 8 });
    await applyDueProposals(given.api.ctx)(100);
    expect(await settingOf(id, 'minimumAge')).toBe(18);
  });

  it('ends at once where it was planned without a name and two people are required then', async () => {
    const { integrationId: id } = await given.api.integrate();
    const { output } = await run('integration propose', id, ...why, '--set', 'minimumAge=18', '--from', '1h');
    const { proposal } = output as { proposal: string };
    await run('integration configure', id, '--set', 'secondApprover=true', '--by', 'cleo');
    const cause =
      'settings now need a second approver, and this change was scheduled without one; propose it again';
    expect(await listed(id)).toMatchObject([{ proposal, state: 'failed', endedBy: 'cli:cleo', cause }]);
    expect(await alertsOf(id)).toEqual([
      ['settings_not_applied', `proposal ${proposal.slice(0, 8)}: ${cause}`],
    ]);
  });

  it('is carried out where it is itself the one that requires two people, and what an earlier release left is found', async () => {
    const { integrationId: id } = await given.api.integrate();
    await propose(id, '--set', 'secondApprover=true', '--from', '1h');
    const other = await propose(id, '--set', 'minimumAge=18', '--from', '2h');
    await given.clock.advance({ minutes: 61 });
    await applyDueProposals(given.api.ctx)(100);
    expect((await listed(id)).map(({ state }) => state)).toEqual(['open', 'applied']);
    await given.api.ctx.database.query(`update setting_proposal set state = 'planned' where id = $1`, [
      other,
    ]);
    expect(await reopenUnapprovedPlans(given.api.ctx)()).toBe(1);
    expect((await listed(id))[0]).toMatchObject({ proposal: other, state: 'open' });
  });

  it('ends with its cause where it is approved and cannot be carried out', async () => {
    const client = await given.api.integrate({ settings: { secondApprover: true } });
    const id = client.integrationId;
    const alone = await propose(id, '--set', 'identityVerification=false', '--set', 'registry=CO');
    const assured = await propose(id, '--set', 'requiredAssurance=passive');
    await run('integration approve', await propose(id, '--set', 'requireSelfie=false'), '--by', 'bo');
    await client.createSession();
    const causes = {
      [alone]: 'the integration has sessions, and this setting can only be changed before the first one',
      [assured]: 'requiredAssurance: must be none where no selfie is required',
    };
    for (const [proposal, cause] of Object.entries(causes)) {
      const ended = await run('integration approve', proposal, '--by', 'bo');
      expect(ended).toEqual({
        exitCode: 3,
        output: { outcome: 'failed', cause },
        note: `proposal: must still be applicable; it was closed: ${cause}`,
      });
      const shown = (await listed(id)).find((each) => each.proposal === proposal);
      expect(shown).toMatchObject({ state: 'failed', approvedBy: 'cli:bo', endedBy: 'cli:bo', cause });
      expect((await actionsOf(id)).slice(0, 2)).toEqual([
        ['fail-settings', 'cli:bo'],
        ['approve-settings', 'cli:bo'],
      ]);
      expect(await alertsOf(id)).toContainEqual([
        'settings_not_applied',
        `proposal ${proposal.slice(0, 8)}: ${cause}`,
      ]);
    }
    expect(await settingOf(id, 'registry')).toBeNull();
  });

  it('is withdrawn by any person, planned or not', async () => {
    const id = await guarded();
    const proposal = await propose(id, '--set', 'minimumAge=18', '--from', '1h');
    await run('integration approve', proposal, '--by', 'bo');
    const withdrawn = await run(
      'integration withdraw',
      proposal,
      '--reason',
      'no longer needed',
      '--by',
      'cleo',
    );
    expect(withdrawn.output).toEqual({ outcome: 'withdrawn' });
    await given.clock.advance({ hours: 2 });
    await applyDueProposals(given.api.ctx)(100);
    expect(await settingOf(id, 'minimumAge')).toBeNull();
    expect((await listed(id))[0]).toMatchObject({ state: 'withdrawn', endedBy: 'cli:cleo' });
    expect((await run('integration withdraw', proposal)).output).toEqual({ outcome: 'proposal-over' });
  });

  it('ends by itself after 14 days without a second person', async () => {
    const id = await guarded();
    const proposal = await propose(id, '--set', 'minimumAge=18');
    await given.clock.advance({ days: 14, seconds: 1 });
    expect((await run('integration approve', proposal, '--by', 'bo')).output).toEqual({
      outcome: 'proposal-over',
    });
    expect(await endOldSettingProposals(given.api.ctx)(100)).toBeGreaterThan(0);
    expect((await listed(id))[0]).toMatchObject({ state: 'expired', endedBy: 'worker' });
    expect((await actionsOf(id))[0]).toEqual(['expire-settings', 'worker']);
  });

  it('is judged when it is proposed: values, names, time, and whether it changes anything', async () => {
    const id = await guarded();
    const noteOf = async (...args: string[]) => (await run('integration propose', id, ...why, ...args)).note;
    expect(await noteOf('--by', 'ada', '--set', 'minimumAge=-3')).toMatch(/^minimumAge: must be /);
    expect(await noteOf('--by', 'ada', '--set', 'minimumage=18')).toBe(
      'unknown setting minimumage; did you mean minimumAge?',
    );
    expect(await noteOf('--by', 'ada', '--set', 'minimumAge=null')).toBe(
      'settings: must differ from those in force; "integration show" prints them',
    );
    expect(await noteOf('--set', 'minimumAge=18')).toBe(
      '--by: must be given, so that another person can approve it',
    );
    for (const from of ['yesterday', '2020-01-01T00:00:00Z', '2027-01-31T12:00:00', '400d'])
      expect(await noteOf('--by', 'ada', '--set', 'minimumAge=18', '--from', from)).toBe(
        `--from: must be a time within 365 days from now, such as 2027-01-31T22:00:00Z with its zone or 24h, not ${from}`,
      );
    expect(await listed(id)).toEqual([]);
  });
});
