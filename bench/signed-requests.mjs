// Prepares complete HTTP requests, signed as the contract requires.
import { createHmac } from 'node:crypto';

const hmac = (secret, ...chunks) => {
  const digest = createHmac('sha256', secret);
  for (const chunk of chunks) digest.update(chunk);
  return digest.digest('hex');
};

/** Returns the head of a request as raw HTTP/1.1 text. */
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

/** Creates the requests of one client of an integration; the argument is the content of dev-integration.json. */
export function createSigner({ apiKey, sharedSecret }) {
  return {
    /** A request whose signature covers the identifier in its path; not signed when `id` is null. */
    get: (path, id) => ({
      head: head({ method: 'GET', path, apiKey, signature: id && hmac(sharedSecret, id) }),
      body: null,
    }),
    /** A request whose signature covers `body`; `index` is the body's index in the plan's `bodies`. */
    send: ({ method, path, body, index, signature = hmac(sharedSecret, body) }) => ({
      head: head({ method, path, apiKey, signature, length: body.length }),
      body: index,
    }),
    sign: (bytes) => hmac(sharedSecret, bytes),
  };
}
