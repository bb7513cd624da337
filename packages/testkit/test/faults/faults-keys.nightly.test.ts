/** F9: whoever promotes a key is killed on either side of the commit. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { createDriver } from '../../src/storm/driver.ts';
import { describeFaults, type FaultStage, testBundle } from '../support/fault-stage.ts';

/** Runs the command line on the stage's installation: beside the embedded service over its socket, else on the database. */
function countersign({ stage }: FaultStage, args: readonly string[], failpoints = '') {
  const { status, signal, stdout } = spawnSync(process.execPath, ['--liftoff-only', testBundle, ...args], {
    env: { ...stage.env, PATH: process.env['PATH'] ?? '', COUNTERSIGN_FAILPOINTS: failpoints },
    encoding: 'utf8',
  });
  return { status, signal, stdout };
}

interface Key {
  keyId: string;
  isMaster: boolean;
}

describeFaults('a key promotion whose process is killed', (faults) => {
  it.each(
    rowsByDay(
      [
        ['key-promotion-uncommitted', 'first'],
        ['key-promotion-committed', 'second'],
      ] as const,
      ([failpoint]) => failpoint === 'key-promotion-committed',
    ),
  )('at %s leaves one master key, the %s one (F9, I10)', async (failpoint, master) => {
    const { stage, history, plan, restart, startAnew, judge } = faults();
    const { plan: sent, integrationId } = await plan(failpoint);
    await restart();
    const added = countersign(faults(), ['keys', 'add', integrationId, '--label', 'second', '--json']);
    const { keyId, secret } = JSON.parse(added.stdout) as { keyId: string; secret: string };
    const promote = ['keys', 'promote', integrationId, keyId, '--json'];
    if (stage.api === stage.worker) {
      await startAnew('api', `${failpoint}=kill`);
      expect(countersign(faults(), promote).status).not.toBe(0);
      expect(await stage.api.died()).toBe('SIGKILL');
      await startAnew('api');
    } else {
      expect(countersign(faults(), promote, `${failpoint}=kill`).signal).toBe('SIGKILL');
    }
    const keys = JSON.parse(countersign(faults(), ['keys', 'list', integrationId, '--json']).stdout) as Key[];
    const masters = keys.filter(({ isMaster }) => isMaster);
    expect(masters.map((key) => (key.keyId === keyId ? 'second' : 'first'))).toEqual([master]);
    // Both keys verify requests; the master of the moment signs what is sent.
    const secrets = [sent.access.sharedSecret, secret];
    stage.receiver.trustClient(sent.access.apiKey, master === 'first' ? secrets : secrets.toReversed());
    for (const sharedSecret of secrets) {
      const driver = createDriver(history, { ...sent, access: { ...sent.access, sharedSecret } });
      const sessionId = (await driver.create(1)) ?? '';
      expect(await driver.submit(sessionId)).toBe(sessionId);
    }
    await judge();
  });
});
