import { specimenCase } from '@countersign/specimens';
import type { TestIntegration } from '../test-service.ts';
import type { PortalStage } from './stage.ts';

/** What the filled stage has to show. */
export interface FilledStage {
  /** A drawn person who was verified: with data, pictures and a decision. */
  approved: string;
  /** A session that waits for a person's decision. */
  inReview: string;
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

/** Verifies a drawn person by pictures. */
async function verify({ client }: TestIntegration): Promise<string> {
  const { person, pictures } = await specimenCase({ kind: 'td1', seed: 46 });
  const sessionId = await client.createSession({
    person: { firstName: person.firstName, lastName: person.lastName, dateOfBirth: person.birthDate },
    vendorData: 'application-4177',
  });
  for (const picture of pictures)
    if (['document-front', 'document-back', 'face'].includes(picture.context))
      await client.uploadMedia(sessionId, picture);
  await client.submit(sessionId);
  await client.waitForDecision(sessionId);
  return sessionId;
}

/** Gives the organisation sessions of every outcome, webhooks that arrived and some that did not. */
export async function fillStage({ service, integration }: PortalStage): Promise<FilledStage> {
  for (const [at, firstName] of outcomes.entries()) await decide(integration, firstName, at);
  const inReview = await decide(integration, 'Review', 8);
  service.receiver.behave(({ body }) =>
    body.includes('application-4109') ? { status: 500, body: '{"error":"maintenance"}' } : { status: 200 },
  );
  const failed = await decide(integration, 'Decline', 9);
  await service.receiver.waitFor(1, ({ body, path }) => path === '/decision' && body.includes(failed));
  const approved = await verify(integration);
  await service.receiver.waitFor(1, ({ body, path }) => path === '/decision' && body.includes(approved));
  await integration.client.createSession({ vendorData: 'application-4178' });
  return { approved, inReview };
}
