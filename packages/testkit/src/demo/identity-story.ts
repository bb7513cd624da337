import type { DecisionAnswer } from '../api-client.ts';
import type { ReceivedWebhook, WebhookReceiver } from '../webhook-receiver.ts';
import { type Stage, step } from './stage.ts';
import type { Story } from './stories.ts';

/**
 * Plays one story through the public API and prints every step.
 * @returns the errors, `[]` when it ended as expected
 */
export async function runStory(stage: Stage, story: Story): Promise<string[]> {
  const { client, print } = stage;
  print(`\n${story.title}`);
  const { pictures, codedPerson, documentType } = await step(stage, 'draw and photograph the specimens', () =>
    story.draw(),
  );
  // A forger supplies the name in the forged zone.
  const { firstName, lastName } = codedPerson;
  const verification = {
    person: { firstName, lastName },
    document: { type: documentType },
    vendorData: 'demo',
  };
  const sessionId = await step(stage, 'POST  /v1/sessions', () => client.createSession(verification));
  for (const picture of pictures) {
    const size = `${Math.round(picture.bytes.length / 1024)} KiB`;
    await step(stage, `POST  /v1/sessions/{id}/media  ${picture.context}, ${size}`, () =>
      client.uploadMedia(sessionId, picture),
    );
  }
  await step(stage, 'PATCH /v1/sessions/{id}        submitted', () => client.submit(sessionId));
  const answer = await step(stage, 'read the document, compare the faces, decide', () =>
    client.waitForDecision(sessionId),
  );
  const webhook = await step(stage, 'receive the signed webhook', () =>
    decisionWebhook(stage.receiver, sessionId),
  );
  return report(stage, story, {
    answer: answer.body,
    bytes: answer.bytes,
    verified: answer.verified,
    webhook,
  });
}

/** Waits for the decision webhook of a session. @throws Error when none arrives */
export async function decisionWebhook(
  receiver: WebhookReceiver,
  sessionId: string,
): Promise<ReceivedWebhook> {
  const [webhook] = await receiver.waitFor(
    1,
    ({ body, path }) => path === '/decision' && body.includes(sessionId),
  );
  if (!webhook) throw new Error('no webhook arrived');
  return webhook;
}

interface Outcome {
  answer: DecisionAnswer;
  bytes: Buffer;
  verified: boolean;
  webhook: ReceivedWebhook;
}

function report(
  { print }: Stage,
  { expected }: Story,
  { answer, bytes, verified, webhook }: Outcome,
): string[] {
  const decision = answer.verification;
  print(
    `  → ${decision?.status}, ${decision?.code}${decision?.reasonCode ? `, ${decision.reasonCode} ${decision.reason}` : ''}`,
  );
  if (decision?.status === 'approved') print(`    read: ${readings(decision.person, decision.document)}`);
  const same = webhook.body.equals(bytes);
  print(
    `    webhook ${webhook.id}: signature ${webhook.verified ? 'verified' : 'WRONG'}, bytes ${same ? 'equal to' : 'DIFFERENT FROM'} GET decision`,
  );
  print(`    ${webhook.body.toString('utf8')}`);
  return [
    decision?.status === expected.status ? null : `expected ${expected.status}, got ${decision?.status}`,
    decision?.reasonCode === expected.reasonCode
      ? null
      : `expected reason ${expected.reasonCode}, got ${decision?.reasonCode}`,
    webhook.verified ? null : 'the webhook did not verify',
    verified ? null : 'the answer did not verify',
    same ? null : 'the webhook differs from GET decision',
  ].filter((problem) => problem !== null);
}

const readings = (...parts: Record<string, string | null>[]) =>
  parts
    .flatMap((part) => Object.entries(part))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
