import { isDeepStrictEqual } from 'node:util';
import type { Simulator } from '@countersign/registry-simulator';
import { approvedPerson, specimenCase } from '@countersign/specimens';
import type { DecisionAnswer } from '../api-client.ts';
import { type Stage, step } from './stage.ts';
import type { RegistryCountry, RegistryStory, StoryCard } from './registry-stories.ts';
import { decisionWebhook } from './identity-story.ts';

interface Check {
  result: string;
  reason: string | null;
}

interface RegistryAnswer {
  status: string;
  validations: Record<string, Check> | null;
  error: { message: string } | null;
}

/** The environment of these stories; test integrations call its simulator. */
export interface RegistryStage extends Stage {
  simulator: Simulator;
}

/**
 * Plays the sessions of one country and prints the result of each registry check.
 * @returns the errors, `[]` when every decision was as expected
 */
export async function runRegistryStories(stage: RegistryStage, country: RegistryCountry): Promise<string[]> {
  const { print } = stage;
  print(`\n${country.title}`);
  const needsSelfie = country.stories.some(({ selfie, card }) => selfie && !card);
  const selfie = needsSelfie
    ? await step(stage, 'draw and photograph a face', async () => {
        const { pictures } = await approvedPerson();
        return pictures.filter(({ context }) => context === 'face');
      })
    : [];
  const problems: string[] = [];
  for (const story of country.stories)
    for (const problem of await playStory(stage, story, story.selfie ? selfie : []))
      problems.push(`${story.title}: ${problem}`);
  return problems;
}

interface Picture {
  context: string;
  bytes: Uint8Array;
}

/** Draws the photographed sides of a story's card, and adds its holder to the registry. */
async function drawCard(stage: RegistryStage, { kind, seed, sides, record }: StoryCard): Promise<Picture[]> {
  const { pictures, person } = await step(stage, 'draw and photograph a card and its holder', () =>
    specimenCase({ kind, seed }),
  );
  stage.simulator.control.putPerson(kind.slice(0, 2), ...record(person));
  return pictures.filter(({ context }) => context === 'face' || sides.some((side) => context.endsWith(side)));
}

async function playStory(stage: RegistryStage, story: RegistryStory, selfie: Picture[]): Promise<string[]> {
  const { client, print } = stage;
  print(`\n${story.title}`);
  const pictures = story.card ? await drawCard(stage, story.card) : selfie;
  const sessionId = await step(stage, 'POST  /v1/sessions', () => client.createSession(story.verification));
  for (const picture of pictures)
    await step(stage, `POST  /v1/sessions/{id}/media  ${picture.context}`, () =>
      client.uploadMedia(sessionId, picture),
    );
  await step(stage, 'PATCH /v1/sessions/{id}        submitted', () => client.submit(sessionId));
  const answer = await step(
    stage,
    story.card ? 'read the card, ask the registry, decide' : 'ask the registry, decide',
    () => client.waitForDecision(sessionId, 120_000),
  );
  const webhook = await step(stage, 'receive the signed webhook', () =>
    decisionWebhook(stage.receiver, sessionId),
  );
  const decision = answer.body.verification;
  if (!decision) return ['there is no decision'];
  const { status, code, reason, reasonCode } = decision;
  print(`  → ${status}, ${code}${reasonCode === null ? '' : `, ${reasonCode} ${reason}`}`);
  if (story.card) print(`    ${shownPerson(decision)}`);
  for (const line of shown(decision)) print(`    ${line}`);
  const same = webhook.body.equals(answer.bytes);
  print(
    `    webhook ${webhook.id}: signature ${webhook.verified ? 'verified' : 'WRONG'}, bytes ${same ? 'equal to' : 'DIFFERENT FROM'} GET decision`,
  );
  return [
    isDeepStrictEqual({ status, reasonCode }, story.expected)
      ? null
      : `expected ${JSON.stringify(story.expected)}, got ${JSON.stringify({ status, reasonCode })}`,
    answer.verified ? null : 'the answer did not verify',
    webhook.verified ? null : 'the webhook did not verify',
    same ? null : 'the webhook differs from GET decision',
  ].filter((problem) => problem !== null);
}

/** The registry's part of a decision, one line per check; adjacent checks with the same result share a line. */
function shown(decision: Record<string, unknown>): string[] {
  const validations = decision['registryValidations'] as Record<string, RegistryAnswer> | undefined;
  const found = Object.entries(validations ?? {}).flatMap(
    ([name, { status, validations: checks, error }]) => [
      `${name}: ${error ? `error, ${error.message}` : status}`,
      ...runsOf(Object.entries(checks ?? {})).map(({ names: [first = '', ...more], text }) => {
        const who = more.length === 0 ? first : `${first} and ${more.length} more`;
        return `  ${who.padEnd(48)} ${text}`;
      }),
    ],
  );
  const additional = decision['additionalVerifiedData'] as { registryValidation?: object } | undefined;
  const civil = Object.entries(additional?.registryValidation ?? {}).map(
    ([name, value]) => `${name.padEnd(38)} ${JSON.stringify(value)}`,
  );
  return [...found, ...civil];
}

/** Groups adjacent checks with the same result. */
function runsOf(checks: readonly [name: string, check: Check][]): { names: string[]; text: string }[] {
  const runs: { names: string[]; text: string }[] = [];
  for (const [name, { result, reason }] of checks) {
    const text = reason === null ? result : `${result}, ${reason}`;
    const last = runs.at(-1);
    if (last?.text === text) last.names.push(name);
    else runs.push({ names: [name], text });
  }
  return runs;
}

/** The person in a decision, as far as it contains one. */
function shownPerson({ person, document }: NonNullable<DecisionAnswer['verification']>): string {
  const { firstName, lastName, dateOfBirth, idNumber } = person;
  const numbers = new Set([idNumber, document['number']]);
  const values = [firstName, lastName, dateOfBirth, ...numbers, document['validUntil']];
  return `read: ${values.filter((value) => typeof value === 'string').join(', ')}`;
}
