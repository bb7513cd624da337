import { type Client, onePixelPng, type TestApi } from './api.ts';

/** A session whose first attempt has four media. */
export interface FirstAttempt {
  sessionId: string;
  attemptId: string;
  /** IDs of face, document-front, document-back (quality 0.9) and generic-document-front (quality 0.4), as uploaded. */
  uploaded: [string, string, string, string];
}

const add = async (client: Client, sessionId: string, context: string): Promise<string> =>
  (await client.upload(sessionId, { context, content: onePixelPng })).json.image.id;

/** Creates the session, uploads the four media and gives the last two their quality. */
export async function startFirstAttempt({ ctx }: TestApi, client: Client): Promise<FirstAttempt> {
  const sessionId = await client.createSession();
  const face = await add(client, sessionId, 'face');
  const front = await add(client, sessionId, 'document-front');
  const back = await add(client, sessionId, 'document-back');
  const other = await add(client, sessionId, 'generic-document-front');
  const setQuality = `update media set quality = $2 where id = $1`;
  await ctx.database.query(setQuality, [back, 0.9]);
  await ctx.database.query(setQuality, [other, 0.4]);
  const attempts = (await client.call({ path: `/sessions/${sessionId}/attempts` })).json.verifications;
  return { sessionId, attemptId: attempts[0].id, uploaded: [face, front, back, other] };
}

/** Asks for a resubmission and begins it with one face. @returns the ID of that medium */
export async function startSecondAttempt(
  { ctx }: TestApi,
  client: Client,
  { sessionId, attemptId }: FirstAttempt,
): Promise<string> {
  for (const [table, id] of [
    ['session', sessionId],
    ['attempt', attemptId],
  ]) {
    await ctx.database.query(`update ${table} set status = 'resubmission_requested' where id = $1`, [id]);
  }
  return add(client, sessionId, 'face');
}

/** IDs of the images a list of media shows, in its order. */
export const listedImages = async (client: Client, path: string): Promise<string[]> =>
  (await client.call({ path })).json.images.map(({ id }) => id);
