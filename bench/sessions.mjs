// Brings an installation into the state that a measure needs, through its API.
import { load } from './load.mjs';
import { createSigner } from './signed-requests.mjs';

/**
 * Returns a request body as a customer would send it. `firstName` may select a forced outcome (contract A-102); null sends no details
 * about the person, so that only the pictures count.
 */
export function sessionBody(firstName = 'Liisa') {
  const known = {
    callback: 'https://shop.example.com/verified',
    person: { firstName, lastName: 'Maasikas', dateOfBirth: '1990-04-12' },
    document: { type: 'PASSPORT', country: 'EE' },
  };
  return Buffer.from(
    JSON.stringify({ verification: { ...(firstName === null ? {} : known), vendorData: 'customer-70341' } }),
  );
}

/** Returns requests that create one session each. */
export function createRequests(access, firstName) {
  const body = sessionBody(firstName);
  return {
    bodies: [body],
    requests: [createSigner(access).send({ method: 'POST', path: '/v1/sessions', body, index: 0 })],
  };
}

/** Creates sessions and returns their identifiers. */
export async function createSessions({ port, access, count, firstName = 'Liisa' }) {
  const { bodies, requests } = createRequests(access, firstName);
  const all = Array.from({ length: count }, () => requests[0]);
  const result = await load({
    port,
    bodies,
    requests: all,
    connections: 8,
    seconds: Math.max(300, count / 50),
    once: true,
    keep: true,
  });
  if (result.good !== count)
    throw new Error(
      `only ${result.good} of ${count} sessions were created: ${JSON.stringify(result.statuses)}`,
    );
  return result.bodies.map((text) => JSON.parse(text).verification.id);
}

const submitted = Buffer.from('{"verification":{"status":"submitted"}}');

/** Returns requests that submit these sessions. */
export function submitRequests(access, sessions) {
  const signer = createSigner(access);
  const signature = signer.sign(submitted);
  return {
    bodies: [submitted],
    requests: sessions.map((id) =>
      signer.send({ method: 'PATCH', path: `/v1/sessions/${id}`, body: submitted, index: 0, signature }),
    ),
  };
}

/** Submits sessions, each once, as fast as the connections allow. */
export async function submitSessions({ port, access, sessions, connections = 8 }) {
  const result = await load({
    port,
    ...submitRequests(access, sessions),
    connections,
    seconds: Math.max(300, sessions.length / 50),
    once: true,
  });
  if (result.good !== sessions.length)
    throw new Error(
      `only ${result.good} of ${sessions.length} were submitted: ${JSON.stringify(result.statuses)}`,
    );
  return result;
}

/** Polls `question` every `everyMs` until it returns true. @throws when that takes longer than `seconds` */
export async function until(question, { seconds = 60, everyMs = 100, what = 'that' } = {}) {
  const end = performance.now() + seconds * 1000;
  while (!(await question())) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

const countOf = async (database, table) =>
  Number((await database.query(`select count(*) as n from ${table}`))[0].n);

/** Creates sessions that are approved, and waits for their decisions. @returns their identifiers */
export async function decidedSessions({ port, access, database, count }) {
  const before = await countOf(database, 'decision');
  const sessions = await createSessions({ port, access, count, firstName: 'Approve' });
  await submitSessions({ port, access, sessions });
  await until(async () => (await countOf(database, 'decision')) - before >= count, {
    what: `${count} decisions`,
  });
  return sessions;
}
