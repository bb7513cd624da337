import type { PortalRole } from '@countersign/contract';
import { assignIntegration, inviteFirst } from '@countersign/service';
import { freePort } from '../free-port.ts';
import {
  startTestService,
  type TestIntegration,
  type TestService,
  type TestServiceOptions,
} from '../test-service.ts';
import type { Driver } from './driver.ts';
import { nextCode } from './one-time-code.ts';

/** A service with one organisation in the portal. */
export interface PortalStage {
  service: TestService;
  /** Base URL for browsers, with a host name, because passkeys require one. */
  url: string;
  organisation: string;
  integration: TestIntegration;
  /** Creates an invitation link. */
  invite(email: string, role: PortalRole, organisation?: string): Promise<string>;
  /** Adds a live integration to the organisation. @returns its id */
  addLive(): Promise<string>;
  close(): Promise<void>;
}

export interface PortalStageOptions {
  organisation?: string;
  screening?: TestServiceOptions['screening'];
  vision?: TestServiceOptions['vision'];
  /** Additional environment variables of the service. */
  env?: Record<string, string>;
}

/** Password of everyone on this stage. */
export const stagePassword = 'correct horse battery';

/** Starts a service with the organisation of an invented shop, which has one test integration. */
export async function startPortalStage({
  organisation = 'Harbour Lending',
  screening,
  vision = {},
  env = {},
}: PortalStageOptions = {}): Promise<PortalStage> {
  // The port must be known in advance, because the policy of the flow's page contains its own origin.
  const service = await startTestService({
    env: { ...env, PORT: String(await freePort()) },
    vision,
    ...(screening ? { screening } : {}),
  });
  const { ctx } = service;
  const integration = await service.integrate({
    settings: { manualReview: true, deletion: true, watchlistScreening: true, fraudReports: true },
  });
  const invite: PortalStage['invite'] = async (email, role, name = organisation) =>
    (await inviteFirst(ctx)({ email, organisation: name, role, reveal: true, actor: 'cli' })).url;
  await invite('nobody@example.com', 'viewer');
  await assignIntegration(ctx)({ integrationId: integration.integrationId, organisation, actor: 'cli' });
  const addLive = async () => {
    const { integrationId } = await service.integrate({ mode: 'live' });
    await assignIntegration(ctx)({ integrationId, organisation, actor: 'cli' });
    return integrationId;
  };
  const url = `http://localhost:${new URL(service.url).port}`;
  return { service, url, organisation, integration, invite, addLive, close: () => service.close() };
}

interface NewPerson {
  /** URL of an invitation. */
  url: string;
  name: string;
  /** Whether the role requires one-time codes. */
  withCodes: boolean;
}

/** Accepts an invitation in the browser and enters the portal. @returns secret of the one-time codes, or `null` */
export async function join(driver: Driver, { url, name, withCodes }: NewPerson): Promise<string | null> {
  await driver.open(new URL(url).pathname);
  await driver.fill('Your name', name);
  await driver.fill('Password', stagePassword);
  await driver.fill('Password again', stagePassword);
  await driver.click('Create account');
  const secret = withCodes ? await setUpCodes(driver) : null;
  await driver.see('Verifications at');
  return secret;
}

/** Sets up an authenticator app on the page that shows its key. @returns the key */
async function setUpCodes(driver: Driver): Promise<string> {
  await driver.see('Set up the second step');
  await driver.see('Or enter this key by hand');
  const secret = await driver.text('.copy-field code');
  await driver.fill('Code', await nextCode(secret));
  await driver.click('Confirm');
  await driver.see('Store your recovery codes');
  await driver.click('I have stored the codes');
  await driver.click('Open the portal');
  return secret;
}
