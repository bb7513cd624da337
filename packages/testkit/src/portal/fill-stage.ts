import type { UserStatusReasonForm } from '@countersign/contract';
import { addUserStatus, changeUserStatus, defineUserStatus, removeUserStatus } from '@countersign/service';
import { type SpecimenCase, specimenCase } from '@countersign/specimens';
import { patienceMs, picturesPatienceMs } from '../patience.ts';
import type { TestIntegration } from '../test-service.ts';
import type { PortalStage } from './stage.ts';

/** The data that a filled stage contains. */
export interface FilledStage {
  /** A verified person, drawn, with data, pictures and a decision. */
  approved: string;
  /** A session of a person who is on the invented watchlist that is part of the service. */
  listed: string;
  /** A session in review. */
  inReview: string;
  /** A session that was declined. */
  declined: string;
  /** Id of a custom status of the integration whose reason is typed. */
  status: string;
  /** A live integration of the same organisation, without sessions. */
  live: string;
  /** Ids of API requests. */
  requests: { wrongSignature: string; misspelt: string };
}

const outcomes = ['Approve', 'Decline', 'Resubmit', 'Approve', 'Expire', 'Approve', 'Decline', 'Abandon'];
const lastNames = ['Harju', 'Okonkwo', 'Lindqvist', 'Moreau', 'Tanaka', 'Silva', 'Novak', 'Petersen'];

async function decide({ client }: TestIntegration, firstName: string, at: number): Promise<string> {
  const person = { firstName, lastName: lastNames[at % lastNames.length] ?? '' };
  const sessionId = await client.createSession({ person, vendorData: `application-${4100 + at}` });
  await client.submit(sessionId);
  await client.waitForDecision(sessionId);
  return sessionId;
}

/** Screens a person from the invented watchlist. */
async function screen({ client }: TestIntegration): Promise<string> {
  const person = { firstName: 'Perpetua', lastName: 'Olusade', dateOfBirth: '1984-06-11' };
  const sessionId = await client.createSession({ person, vendorData: 'application-4180' });
  await client.submit(sessionId);
  const end = performance.now() + patienceMs;
  for (;;) {
    const path = `/sessions/${sessionId}/watchlist-screening`;
    const { status } = await client.call({ method: 'GET', path, sign: sessionId });
    if (status === 200) return sessionId;
    if (performance.now() > end)
      throw new Error(`session ${sessionId}: not screened within ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

let drawn: Promise<SpecimenCase> | undefined;

/** Verifies a person by pictures, which are drawn once for all stages of this process. */
async function verify({ client }: TestIntegration): Promise<string> {
  const { person, pictures } = await (drawn ??= specimenCase({ kind: 'td1', seed: 46 }));
  const sessionId = await client.createSession({
    person: { firstName: person.firstName, lastName: person.lastName, dateOfBirth: person.birthDate },
    vendorData: 'application-4177',
  });
  for (const picture of pictures)
    if (['document-front', 'document-back', 'face'].includes(picture.context))
      await client.uploadMedia(sessionId, picture);
  await client.submit(sessionId);
  await client.waitForDecision(sessionId, picturesPatienceMs);
  return sessionId;
}

/**
 * Defines custom statuses of the integration: with a list of reasons, with typed reasons, and a retired one. @returns the one
 * with typed reasons
 */
async function defineStatuses(
  { service: { ctx }, integration: { integrationId } }: PortalStage,
  sessionId: string,
): Promise<string> {
  const define = async (name: string, reasonForm: UserStatusReasonForm, reasons: string[] = []) => {
    const defined = await defineUserStatus(ctx)({ integrationId, name, reasonForm, reasons, actor: 'cli' });
    if (defined.outcome !== 'defined') throw new Error(`${name}: ${defined.outcome}`);
    return defined.statusId;
  };
  const reason = 'All documents received';
  const opened = await define('Account opened', 'list', [reason, 'Opened after a call']);
  const called = await define('Customer called', 'text');
  const paper = await define('Paper form', 'none');
  await changeUserStatus(ctx)({ integrationId, statusId: paper, isRetired: true, actor: 'cli' });
  const entry = { integrationId, sessionId, attemptId: null, actor: 'cli' };
  await addUserStatus(ctx)({ ...entry, statusId: opened, reason });
  const added = await addUserStatus(ctx)({ ...entry, statusId: called, reason: 'Asked for another branch' });
  if (added.outcome !== 'added') throw new Error(added.outcome);
  await removeUserStatus(ctx)({ integrationId, sessionId, entryId: added.entryId, actor: 'cli' });
  return called;
}

/** Sends requests with typical errors of programs, and one with a misspelt member. @returns ids of two of them */
async function refuse({ client }: TestIntegration, sessionId: string): Promise<FilledStage['requests']> {
  const path = `/sessions/${sessionId}`;
  const submit = '{"verification":{"status":"submitted"}}';
  const create = (verification: object) =>
    client.call({ method: 'POST', path: '/sessions', body: { verification } });
  await client.call({ method: 'GET', path: `${path}/decision`, sign: sessionId.toUpperCase() });
  await create({ document: { type: 'CARD' } });
  const unsigned = await client.call({ method: 'PATCH', path, body: submit, sign: `${submit}\n` });
  const misspelt = await create({ vendorDatum: 'application-4179' });
  const idOf = ({ headers }: typeof unsigned) => headers.get('x-request-id') ?? '';
  return { wrongSignature: idOf(unsigned), misspelt: idOf(misspelt) };
}

/** Creates sessions with every outcome, and webhooks of which some fail. */
export async function fillStage(stage: PortalStage): Promise<FilledStage> {
  const { service, integration } = stage;
  const decidedOnes: string[] = [];
  for (const [at, firstName] of outcomes.entries())
    decidedOnes.push(await decide(integration, firstName, at));
  const inReview = await decide(integration, 'Review', 8);
  service.receiver.behave(({ body }) =>
    body.includes('application-4109') ? { status: 500, body: '{"error":"maintenance"}' } : { status: 200 },
  );
  const failed = await decide(integration, 'Decline', 9);
  for (const to of ['/event', '/decision'])
    await service.receiver.waitFor(1, ({ body, path }) => path === to && body.includes(failed));
  const approved = await verify(integration);
  await service.receiver.waitFor(1, ({ body, path }) => path === '/decision' && body.includes(approved));
  await integration.client.createSession({ vendorData: 'application-4178' });
  const listed = await screen(integration);
  const status = await defineStatuses(stage, approved);
  const requests = await refuse(integration, approved);
  const declined = decidedOnes[outcomes.indexOf('Decline')] ?? '';
  return { approved, declined, listed, inReview, status, requests, live: await stage.addLive() };
}
