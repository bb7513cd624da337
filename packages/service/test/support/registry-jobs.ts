/** Jobs of registries, run one by one as a worker would: the real connectors before a simulator, and no worker of their own. */
import type { DecisionRegistry } from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import { checkRegistry } from '../../src/workers/registry/check-registry.ts';
import type { RegistryClients } from '../../src/workers/registry/registry-clients.ts';
import { verifySession } from '../../src/workers/session/verify-session.ts';
import type { TestApi } from './api.ts';
import { claimJob, seeing } from './decide.ts';

/** How a session's check is run. */
export interface RunCheck {
  registry: DecisionRegistry['registry'];
  registryClients: RegistryClients;
  /** What its pictures show; of no account where it has none. */
  findings?: PictureFindings;
  /** Of the integration; a test one by default. */
  mode?: 'test' | 'live';
}

const notLooked = () => Promise.reject(new Error('the session has no picture to look at'));

/** Runs the check job of a submitted session, and before it what looks at the session's pictures. */
export async function runCheck(
  api: TestApi,
  sessionId: string,
  { registry, registryClients, findings, mode = 'test' }: RunCheck,
): Promise<void> {
  const eyes = findings ? seeing(findings) : null;
  const vision = {
    inspect: eyes?.inspect ?? notLooked,
    judge: notLooked,
    compareFaces: notLooked,
    prepareSelfie: () => Promise.resolve(null),
    refuse: () => {},
    close: () => Promise.resolve(),
  };
  const { signal } = new AbortController();
  const first = await claimJob(api, sessionId, 'verify-session');
  if (first) await verifySession(api.ctx, vision)(first, signal);
  const job = await claimJob(
    api,
    sessionId,
    mode === 'test' ? `check-${registry}-test` : `check-${registry}`,
  );
  if (!job) throw new Error(`the session has no job of the registry ${registry}`);
  await checkRegistry({ ctx: api.ctx, vision, registryClients }, registry)(job, signal);
}
