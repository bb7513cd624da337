// Finished HTTP requests, signed as the contract requires.
import { createHmac } from 'node:crypto';

const hmac = (secret, ...chunks) => {
  const digest = createHmac('sha256', secret);
  for (const chunk of chunks) digest.update(chunk);
  return digest.digest('hex');
};

/** Head of a request as raw HTTP/1.1 text. */
export function head({ method, path, apiKey, signature, length }) {
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-AUTH-CLIENT: ${apiKey}`,
    ...(signature ? [`X-HMAC-SIGNATURE: ${signature}`] : []),
    ...(length === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${length}`]),
    '',
    '',
  ].join('\r\n');
}

/** Requests of one client of an integration; `access` is the content of dev-integration.json. */
export function createSigner({ apiKey, sharedSecret }) {
  return {
    /** A request whose signature covers the identifier in its path, or nothing when `id` is null. */
    get: (path, id) => ({
      head: head({ method: 'GET', path, apiKey, signature: id && hmac(sharedSecret, id) }),
      body: null,
    }),
    /** A request whose signature covers `body`; `index` is the body's place in the plan's list of bodies. */
    send: ({ method, path, body, index, signature = hmac(sharedSecret, body) }) => ({
      head: head({ method, path, apiKey, signature, length: body.length }),
      body: index,
    }),
    sign: (bytes) => hmac(sharedSecret, bytes),
  };
}
