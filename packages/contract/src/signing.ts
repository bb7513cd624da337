/** Form of a signature header: 64 hexadecimal digits of any case, optionally after `sha256=`. @see spec/contract.md A-13 */
export const signatureForm = /^(?:sha256=)?([0-9a-f]{64})$/i;

/** Request headers, in lower case. @see spec/contract.md */
export const requestHeaders = {
  public: { apiKey: 'x-auth-client', signature: 'x-hmac-signature' },
  /** `x-auth-client` is accepted in place of `vrf-auth-client`; the signature header has no alternative. */
  feedback: { apiKey: 'vrf-auth-client', signature: 'vrf-hmac-signature' },
  integrationId: 'vrf-integration-id',
  idempotencyKey: 'idempotency-key',
} as const;

/** Headers of every response to a request whose API key is known. @see spec/contract.md A-18 */
export const responseHeaders = {
  apiKey: ['vrf-auth-client', 'x-auth-client'],
  signature: ['vrf-hmac-signature', 'x-hmac-signature'],
  integrationId: 'vrf-integration-id',
} as const;

/** Headers of a response that explain the request to its developer. @see spec/contract.md */
export const explanationHeaders = {
  cause: 'x-error-cause',
  detail: 'x-error-detail',
  ignored: 'x-ignored-members',
} as const;

/** Headers of a webhook. @see spec/contract.md A-86 */
export const webhookHeaders = {
  ...responseHeaders,
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signatures: 'webhook-signature',
  attempt: 'webhook-attempt',
  userAgent: 'Countersign-Webhook/1',
} as const;

/** `Content-Type` of every JSON response and webhook. @see spec/contract.md A-02 */
export const jsonContentType = 'application/json; charset=utf-8';

/** The prefix that `webhook-signature` covers in front of the body. @see spec/contract.md A-86 */
export const webhookMessageHead = (id: string, timestampSeconds: number): string =>
  `${id}.${timestampSeconds}.`;

/** Example secrets of the test vectors. @see spec/contract.md A-21 */
export const vectorSecrets = {
  A: 'csk_example_4f1d7a2c9b6e83051c47d0a9',
  B: 'f517f38b-2ac1-452d-9aa1-ef661efc0291',
  T1: 'abcdef12-abcd-abcd-abcd-abcdef012345',
} as const;

/** HMAC-SHA256 of the UTF-8 bytes of a message. */
export interface SigningVector {
  name: string;
  secret: string;
  message: string;
  /** Length of the message in bytes. */
  bytes: number;
  /** Lower-case hex. */
  digest: string;
}

const { A, B } = vectorSecrets;

/** T1 to T9. @see spec/contract.md A-21 */
export const signingVectors: readonly SigningVector[] = [
  {
    name: 'T1',
    secret: vectorSecrets.T1,
    message:
      '{"verification":{"callback":"https://veriff.com","person":{"firstName":"John","lastName":"Smith"},' +
      '"document":{"type":"PASSPORT","country":"EE"},"vendorData":"unique id of the end-user",' +
      '"timestamp":"2016-05-19T08:30:25.597Z"}}',
    bytes: 225,
    digest: '0dcab73ddd20062616d104231c7439657546a5c24e4691977da93bb854c31e25',
  },
  {
    name: 'T2',
    secret: A,
    message: '{"verification":{"status":"submitted"}}',
    bytes: 39,
    digest: '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411',
  },
  {
    name: 'T3',
    secret: A,
    message: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
    bytes: 36,
    digest: 'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef',
  },
  {
    name: 'T4',
    secret: A,
    message:
      '/v1/feedback/fraud-reports\n{"reports":[{"sessionId":"5043de43-828c-4b68-9ca0-15a1b9ea504d",' +
      '"categories":["document_is_printed_copy"],"comment":null}]}',
    bytes: 150,
    digest: '46343a0574d64ad814798b74a118b33258318d49112435c86a899dc1473c8c95',
  },
  {
    name: 'T5',
    secret: A,
    message: '/v1/feedback/fraud-categories',
    bytes: 29,
    digest: '78dafd5afd093882fc4c51758fe5bd14b6397ffeea8d672516762845232edd87',
  },
  {
    name: 'T6',
    secret: B,
    message: '{ "verification": { "status": "submitted" } }\n',
    bytes: 46,
    digest: 'a7356c904687308b10f42c7f08e36d0314a0bb34e1c38700871fa840a96abb16',
  },
  {
    name: 'T7',
    secret: B,
    message: '{"vendorData":"Núñez – 07"}',
    bytes: 31,
    digest: '5b35f7a0171bcec12e71ba8d18306430e4f8a6a5a76f457faff2358204afcaf3',
  },
  {
    name: 'T8',
    secret: A,
    message: '',
    bytes: 0,
    digest: 'bd66b29abf1b0b5f17b37feac93120cc824b3146c0ee8239b3715091342029aa',
  },
  {
    name: 'T9',
    secret: A,
    message: '5043DE43-828C-4B68-9CA0-15A1B9EA504D',
    bytes: 36,
    digest: 'cae92fe0ddc64222bc045bb157f5ab13b407d698259eddaf8138cc7bab2e92ed',
  },
];

/** T10: the additional webhook signature, with secret A as the only key. @see spec/contract.md A-21 */
export const webhookSigningVector = {
  name: 'T10',
  secret: A,
  webhookId: '972b4f01-d1e4-479e-85df-5683449f7e90',
  webhookTimestamp: 1_795_168_800,
  body: '{"vendorData":"Núñez – 07"}',
  header: 'v1,KfxCDpBbB18leiASVwPrBTQXJpuWmgCqRXaYJ8JWy44=',
} as const;
