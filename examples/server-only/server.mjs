// The backend of an app that takes the pictures by itself: no page, no SDK, no frame.
import { createServer } from 'node:http';
import { client, port } from '../access.mjs';
import { hasAccess, readBytes, takeWebhook } from '../webhooks.mjs';

/** Customer to the id of the session that is open for them, once it is created. A real backend keeps it in its database. */
const sessions = new Map();

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(port, '127.0.0.1', () =>
  console.log(`backend ready http://localhost:${server.address().port}`),
);

async function answer(request, response) {
  if (`${request.method} ${request.url}` === 'POST /webhooks') return takeWebhook(client, request, response);
  const [, customer, part, context] =
    /^\/customers\/([\w-]+)\/(verification|pictures|account)(?:\/([\w-]+))?$/.exec(request.url) ?? [];
  const route = `${request.method} ${part}`;
  if (route === 'POST pictures') return takePicture(customer, context, { request, response });
  if (route === 'POST verification') return submit(customer, response);
  if (route === 'GET account') return response.writeHead(hasAccess(customer) ? 200 : 403).end();
  return response.writeHead(404).end();
}

/** Hands a picture on: `document-front`, `document-back` or `face`. The first one creates the session. */
async function takePicture(customer, context, { request, response }) {
  const content = await readBytes(request, 15_000_000);
  // Pictures may arrive together: the first one creates the session, the others wait for it.
  if (!sessions.has(customer)) {
    const created = createSession(customer);
    sessions.set(customer, created);
    // One that could not be created must not stay: the next picture tries again.
    created.catch(() => sessions.delete(customer));
  }
  await client.uploadMedia(await sessions.get(customer), { context, content });
  response.writeHead(201).end();
}

async function createSession(customer) {
  const { verification } = await client.createSession({ vendorData: customer });
  return verification.id;
}

/** Hands the pictures in. The decision comes by webhook. */
async function submit(customer, response) {
  if (!sessions.has(customer)) return response.writeHead(409).end();
  await client.submitSession(await sessions.get(customer));
  sessions.delete(customer);
  response.writeHead(202).end();
}
