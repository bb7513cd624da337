/** Source of the application server that `init` writes. */
export const appSource = `// A shop that verifies a person. It creates sessions and believes verified webhooks only.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { CountersignClient, isLaterDecision, WebhookError } from '@countersign/client';

const { API_URL: baseUrl, API_KEY: apiKey, SHARED_SECRET: sharedSecret, PORT = '3000' } = process.env;
const client = new CountersignClient({ baseUrl, apiKey, sharedSecret });

/** Session to its status, and to the decision that counts. A real shop keeps both in its database. */
const statuses = new Map();
const decisions = new Map();

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error.message);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(\`shop ready http://localhost:\${server.address().port}\`),
);

async function answer(request, response) {
  const route = \`\${request.method} \${request.url}\`;
  if (route === 'GET /') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(await readFile(new URL('index.html', import.meta.url)));
  }
  if (route === 'POST /verify') {
    const { verification } = await client.createSession({ vendorData: 'customer-1' });
    statuses.set(verification.id, verification.status);
    return response.writeHead(303, { location: verification.url }).end();
  }
  if (route === 'GET /statuses') {
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(Object.fromEntries(statuses)));
  }
  if (route === 'POST /webhooks') return takeWebhook(request, response);
  return response.writeHead(404).end();
}

async function takeWebhook(request, response) {
  try {
    const { type, body } = await client.verifyWebhook({
      body: await readBytes(request),
      headers: request.headers,
    });
    if (type === 'decision') {
      const { id, status } = body.verification;
      // Webhooks come again, and in any order.
      if (isLaterDecision(body.verification, decisions.get(id))) {
        decisions.set(id, body.verification);
        statuses.set(id, status);
      }
      console.log(\`session \${id}: \${status}\`);
    }
    response.writeHead(200).end();
  } catch (error) {
    console.error(error.message);
    // 400: not the service's, or another secret. 500: not stored. What is not 2xx is sent again, for seven days.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
}

/** The raw bytes of a body, at most 2 MB. */
async function readBytes(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > 2_000_000) throw new Error('body: must be at most 2 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
`;

/** Source of the application's page. */
export const pageSource = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Shop</title>
  </head>
  <body>
    <h1>Open an account</h1>
    <form method="post" action="/verify"><button>Verify my identity</button></form>
    <p><a href="/statuses">Statuses</a></p>
  </body>
</html>
`;
