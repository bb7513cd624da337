// Child process: does the least that any Node server would do for the same request, as the reference for ours.
import { createHmac } from 'node:crypto';
import http from 'node:http';

const secret = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const hmac = (bytes) => createHmac('sha256', secret).update(bytes).digest('hex');
const decision = Buffer.from(
  JSON.stringify({ status: 'success', verification: { reason: 'x'.repeat(1180) } }),
);

const reply = (response, body) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-hmac-signature': hmac(body),
  });
  response.end(body);
};

const routes = {
  /** Checks a signature over the identifier and sends 1.25 KB, signed. */
  GET(request, response) {
    hmac(request.url.slice(1));
    reply(response, decision);
  },
  /** Reads a small body, checks its signature, parses it and sends a signed response. */
  POST(request, response) {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      hmac(body);
      JSON.parse(body);
      reply(
        response,
        Buffer.from('{"status":"success","verification":{"id":"5043de43-828c-4b68-9ca0-15a1b9ea504d"}}'),
      );
    });
  },
  /** Reads and discards a large body. */
  PUT(request, response) {
    request.on('data', () => {});
    request.on('end', () => {
      response.writeHead(200, { 'content-length': 2 });
      response.end('ok');
    });
  },
};

const server = http.createServer((request, response) => routes[request.method](request, response));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
