import { expect } from 'vitest';
import type { PortalRole } from '@countersign/contract';
import type { TestApi } from './api.ts';
import { addPerson, openBrowser, type Person, type PortalBrowser, portalOrigin } from './portal-browser.ts';
import {
  type Deviation,
  type PasskeyAlgorithm,
  SoftwareAuthenticator,
} from '../../../testkit/src/software-authenticator.ts';

export const refused = [401, 'wrong-passkey'];

/** Adds a passkey for somebody who has just confirmed. */
export async function add(
  { browser }: Pick<Person, 'browser'>,
  device: SoftwareAuthenticator,
  { name = 'Laptop', wrong = {} }: { name?: string; wrong?: Deviation } = {},
) {
  const begun = await browser.post('/me/passkeys/begin');
  expect([begun.status, begun.json.error]).toEqual([200, undefined]);
  return browser.post('/me/passkeys', device.make(begun.json, name, wrong));
}

/** Somebody with a passkey on a device, whose sign-in is stepped up. */
export async function withPasskey(
  api: TestApi,
  { role = 'viewer', algorithm = 'P-256' }: { role?: PortalRole; algorithm?: PasskeyAlgorithm } = {},
) {
  const person = await addPerson(api, { role });
  const device = new SoftwareAuthenticator(portalOrigin, algorithm);
  expect((await person.stepUp()).status).toBe(200);
  const added = await add(person, device);
  expect([added.status, added.json.error]).toEqual([201, undefined]);
  return { person, device, id: added.json.id };
}

export const ask = async (browser: PortalBrowser) => (await browser.post('/sign-in/passkey/begin')).json;

export async function signIn(api: TestApi, device: SoftwareAuthenticator, wrong: Deviation = {}) {
  const browser = openBrowser(api);
  const answer = await browser.post('/sign-in/passkey', device.use(await ask(browser), wrong));
  return { browser, answer };
}

/** The newest entry of the audit log about a person. */
export async function newest(api: TestApi, { id }: Pick<Person, 'id'>) {
  const [row] = await api.ctx.database.query<{ action: string; details: Record<string, unknown> }>(
    `select action, details from organisation_audit where actor = $1 order by id desc limit 1`,
    [`portal:${id}`],
  );
  return row;
}
