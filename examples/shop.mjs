// A small shop: pages, an account that is closed, a verification to open it, and the webhook that does.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { client, flowOrigin, port } from './access.mjs';
import { hasAccess, readBytes, takeWebhook } from './webhooks.mjs';

const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript' };

/**
 * Serves the shop on loopback.
 * @param {Record<string, string | URL>} files path to file; `{{flow}}` in a page becomes the flow's origin
 * @param {Record<string, string>} headers of every page
 */
export function startShop(files, headers = {}) {
  const server = createServer((request, response) => {
    answer(files, headers, { request, response }).catch((error) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port, '127.0.0.1', () => console.log(`shop ready http://localhost:${server.address().port}`));
}

async function answer(files, headers, { request, response }) {
  const { pathname } = new URL(request.url, 'http://shop.invalid');
  const customer = /(?:^|; )customer=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  const route = `${request.method} ${pathname}`;
  if (route === 'POST /webhooks') return takeWebhook(client, request, response);
  if (route === 'POST /verifications') return startVerification(customer, request, response);
  if (route === 'GET /account') return showAccount(customer, response);
  const file = request.method === 'GET' ? files[pathname] : undefined;
  if (file === undefined) return response.writeHead(404).end();
  const text = readFileSync(file, 'utf8').replaceAll('{{flow}}', flowOrigin);
  response.writeHead(200, {
    'content-type': types[path.extname(String(file))],
    'cache-control': 'no-store',
    // Who this is; a real shop has a sign-in.
    ...(customer === undefined && {
      'set-cookie': `customer=${randomUUID()}; HttpOnly; SameSite=Strict; Path=/`,
    }),
    ...headers,
  });
  response.end(text);
}

/** Creates a session for the customer of the cookie; the page gets its URL and nothing else. */
async function startVerification(customer, request, response) {
  if (customer === undefined) return response.writeHead(401).end();
  const { firstName, lastName } = JSON.parse((await readBytes(request, 10_000)).toString('utf8'));
  const { verification } = await client.createSession({
    vendorData: customer,
    // What the person claims is compared with the document; without it the document alone counts.
    ...(firstName && lastName && { person: { firstName, lastName } }),
  });
  sendJson(response, 201, { url: verification.url });
}

/** The account opens by a verified webhook, whatever events the page received. */
function showAccount(customer, response) {
  const isOpen = hasAccess(customer);
  sendJson(response, isOpen ? 200 : 403, { account: isOpen ? 'open' : 'closed' });
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
