/** F6 and F11: the worker process is killed, or sleeps past its lease, in every step of a verification. */
import type { GivenSettings } from '@countersign/service';
import { expect, it } from 'vitest';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import type { SessionPlan } from '../../src/storm/history.ts';
import { byNight, rowsByDay } from '../../../service/test/support/engines.ts';
import { describeFaults, leaseOver, testBundle } from '../support/fault-stage.ts';
import { onePixel } from '../support/one-pixel.ts';
import { brazilian } from '../support/registry-sessions.ts';

interface Kind {
  settings: GivenSettings;
  verification: SessionPlan['verification'];
  /** Status of its one decision. */
  status: string;
  /** Also a picture of a document. */
  document?: boolean;
}

/** Pictures are really read: one pixel shows nobody, and the person is asked for another one. */
const identity: Kind = {
  // Longer than all the leases that these tests let pass.
  settings: { resubmissionWindowSeconds: 86_400 },
  verification: () => ({ person: { firstName: 'Nils', lastName: 'Maasikas' } }),
  status: 'resubmission_requested',
};
const registry: Kind = {
  settings: { registry: 'BR_CPF', identityVerification: false },
  verification: () => brazilian('12345678900'),
  status: 'approved',
};
/** A document that was handed in is read before the registry is asked. */
const documented: Kind = { ...registry, document: true };
const screening: Kind = {
  settings: { identityVerification: false, watchlistScreening: true },
  verification: () => ({ person: { firstName: 'Nils', lastName: 'Testsanction' } }),
  status: 'approved',
};

/** Each step's failpoint, before and after what it commits, with the step of reliability F6 it stands for. */
const steps: readonly (readonly [failpoint: string, where: string, kind: Kind])[] = [
  ['job-claimed', 'before decoding', identity],
  ['pictures-decrypted', 'when decoding, quality, text, MRZ, face and liveness begin', identity],
  ['pictures-inspected', 'after them, before their checkpoint', identity],
  ['findings-checkpointed', 'after their checkpoint', identity],
  ['attempt-judged', 'before the decision is written', identity],
  ['decision-uncommitted', 'before the decision is committed', identity],
  ['registry-handed-over', 'after the registry job is committed', documented],
  ['registry-call-recorded', 'after the call is recorded, before it is made', registry],
  ['registry-answered', 'after the registry answered, before that is committed', registry],
  ['screening-run', 'after the screening, before its result is written', screening],
  ['screening-uncommitted', 'before the screening is committed', screening],
  ['screening-committed', 'after the screening is committed', screening],
];

/** By day the step before the decision; by night all of them. */
const daily = 'decision-uncommitted';

byNight(() => {
  describeFaults('a worker that is killed after its checkpoint', (faults) => {
    it('does not inspect the pictures again once their checkpoint is written (F6)', async () => {
      const { stage, plan, startAnew, pass, judge } = faults();
      const { driver } = await plan('checkpoint', identity.settings, identity.verification);
      await startAnew('worker', 'findings-checkpointed=kill');
      await faults().restart();
      const sessionId = (await driver.create(1)) ?? '';
      await driver.upload(sessionId, onePixel);
      await driver.submit(sessionId);
      expect(await stage.worker.died()).toBe('SIGKILL');
      await pass(leaseOver);
      const before = stage.worker.output().length;
      await startAnew('worker', 'pictures-decrypted=delay:1');
      await judge();
      expect(stage.worker.output().slice(before)).not.toContain('failpoint pictures-decrypted');
    });
  });
});

describeFaults('a worker that is killed', (faults) => {
  it.each(rowsByDay(steps, ([failpoint]) => failpoint === daily))(
    'at %s, %s, resumes from its checkpoint and decides once (F6, I2)',
    async (failpoint, _, kind) => {
      const { plan, killAt, judge, received } = faults();
      const { driver } = await plan(failpoint, kind.settings, kind.verification);
      const sessionId = await killAt('worker', failpoint, async () => {
        const created = (await driver.create(1)) ?? '';
        await driver.upload(created, onePixel);
        if (kind.document) await driver.upload(created, onePixel, 'document-front');
        await driver.submit(created);
        return created;
      });
      const { sessions, screenings } = await judge();
      expect(sessions.find(({ id }) => id === sessionId)?.decisions).toMatchObject([
        { kind: 'automatic', status: kind.status },
      ]);
      if (kind === screening) {
        expect(screenings.find((found) => found.sessionId === sessionId)?.hits).toEqual(['potential_match']);
        expect(received(sessionId).filter(({ type }) => type === 'watchlist')).toHaveLength(1);
      }
    },
  );
});

byNight(() => {
  describeFaults('a worker that slept past its lease', (faults) => {
    it('is rejected when it wakes: another worker has decided (F11, I2)', async () => {
      const { stage, plan, startAnew, pass, judge } = faults();
      if (stage.api === stage.worker) {
        await sleepsAlone(faults());
        return;
      }
      const { driver } = await plan('sleeper');
      await startAnew('worker', 'attempt-judged=stop@1');
      await faults().restart();
      const sessionId = (await driver.create(1)) ?? '';
      await driver.submit(sessionId);
      await stage.worker.passed('attempt-judged');
      const other = createServiceProcess({
        executable: testBundle,
        env: { ...stage.env, COUNTERSIGN_ROLES: 'worker' },
      });
      await other.start();
      try {
        await pass(leaseOver);
        await driver.submit(sessionId);
        // The sleeper may have fallen asleep between the receiver's answer and its record: the same bytes then come again.
        const webhooks = () => [
          ...new Map(
            faults()
              .received(sessionId)
              .map((each) => [each.id, each]),
          ).values(),
        ];
        await expect
          .poll(() =>
            webhooks()
              .map(({ type }) => type)
              .toSorted(),
          )
          .toEqual(['decision', 'event']);
        stage.worker.signal('SIGCONT');
        const { sessions } = await judge();
        expect(sessions.find(({ id }) => id === sessionId)?.decisions).toHaveLength(1);
      } finally {
        await other.kill();
      }
    });
  });
});

/** The embedded service is one process: it sleeps for real, and the job it had is claimed by itself when it wakes. */
async function sleepsAlone({
  stage,
  plan,
  startAnew,
  judge,
}: ReturnType<Parameters<Parameters<typeof describeFaults>[1]>[0]>) {
  const { driver } = await plan('sleeper');
  await startAnew('worker', 'attempt-judged=stop@1');
  const sessionId = (await driver.create(1)) ?? '';
  await driver.submit(sessionId);
  await stage.worker.passed('attempt-judged');
  await new Promise((resolve) => setTimeout(resolve, leaseOver * 1_000));
  stage.worker.signal('SIGCONT');
  const { sessions } = await judge();
  expect(sessions.find(({ id }) => id === sessionId)?.decisions).toHaveLength(1);
}
