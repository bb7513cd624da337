import { limits } from './limits.ts';

/** The part of a request that its signature covers. @see spec/contract.md A-15 */
export type Signed =
  /** No signature is required. */
  | 'none'
  /** The raw body. */
  | 'body'
  /** The identifier exactly as in the path. */
  | 'session-id'
  /** The identifier in the path, or the lower-case ID of its session. */
  | 'attempt-id'
  | 'media-id'
  /** Feedback API: the full request path without query. */
  | 'path'
  /** Feedback API: the full request path, one LF, the raw body. */
  | 'path-and-body';

/** One endpoint of the public API. Its body schemas are in `endpointBodies`, under the same name. */
export interface Endpoint {
  /** The endpoint's only name, shared by its route module, use case and test. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}/v1`; parameters are `:sessionId`, `:attemptId`, `:mediaId`. */
  path: string;
  signed: Signed;
  /** `public`: `X-AUTH-CLIENT` and `X-HMAC-SIGNATURE`; `feedback`: `VRF-AUTH-CLIENT` and `VRF-HMAC-SIGNATURE`. */
  headers: 'public' | 'feedback';
  success: 200 | 201;
  /** The mandatory query parameter `version`, if the endpoint takes it. */
  query: 'version' | null;
  /** Largest request body; `null` if a body is ignored. @see spec/contract.md A-07 */
  bodyBytes: number | null;
  summary: string;
  /** Contract entries that define the endpoint. */
  contract: readonly string[];
}

type Declared = Pick<Endpoint, 'name' | 'method' | 'path' | 'signed' | 'summary' | 'contract'> &
  Partial<Endpoint>;

const endpoint = <const Name extends string>(
  declared: Declared & { name: Name },
): Endpoint & { name: Name } => ({
  headers: 'public',
  success: 200,
  query: null,
  bodyBytes: declared.method === 'POST' || declared.method === 'PATCH' ? limits.bodyBytes : null,
  ...declared,
});

/**
 * Every endpoint of the public API, in the order of the interface; the sandbox is an addition of this project. POST /sessions
 * ignores a signature header unless the integration requires one (A-111 b).
 * @see spec/interface.md, "Endpoints"
 */
export const endpoints = [
  endpoint({
    name: 'create-session',
    method: 'POST',
    path: '/sessions',
    signed: 'none',
    success: 201,
    summary: 'Create a session',
    contract: ['A-25', 'A-27', 'A-30', 'A-412'],
  }),
  endpoint({
    name: 'upload-media',
    method: 'POST',
    path: '/sessions/:sessionId/media',
    signed: 'body',
    bodyBytes: limits.mediaBodyBytes,
    summary: 'Upload one image',
    contract: ['A-35', 'A-36', 'A-37', 'A-38', 'A-39', 'A-40'],
  }),
  endpoint({
    name: 'collect-data',
    method: 'POST',
    path: '/sessions/:sessionId/collected-data',
    signed: 'body',
    summary: 'Add data the client collected about the end-user',
    contract: ['A-45'],
  }),
  endpoint({
    name: 'submit-session',
    method: 'PATCH',
    path: '/sessions/:sessionId',
    signed: 'body',
    summary: 'Submit a session for verification',
    contract: ['A-31', 'A-32'],
  }),
  endpoint({
    name: 'get-decision',
    method: 'GET',
    path: '/sessions/:sessionId/decision',
    signed: 'session-id',
    summary: 'Read the decision',
    contract: ['A-46', 'A-47', 'A-48'],
  }),
  endpoint({
    name: 'get-watchlist-screening',
    method: 'GET',
    path: '/sessions/:sessionId/watchlist-screening',
    signed: 'session-id',
    summary: 'Read the watchlist screening result',
    contract: ['A-63', 'A-64'],
  }),
  endpoint({
    name: 'update-watchlist-screening',
    method: 'PATCH',
    path: '/sessions/:sessionId/watchlist-screening',
    signed: 'body',
    summary: 'Review a hit, acknowledge changes, or disable monitoring',
    contract: ['A-70', 'A-71', 'A-72'],
  }),
  endpoint({
    name: 'validate-registry',
    method: 'POST',
    path: '/sessions/validate-registry',
    signed: 'body',
    success: 201,
    summary: 'Create a session that validates a national ID number',
    contract: ['A-34', 'A-412'],
  }),
  endpoint({
    name: 'validate-registry-alias',
    method: 'POST',
    path: '/validate-registry',
    signed: 'body',
    success: 201,
    summary: 'Second address of validate-registry, with identical behaviour',
    contract: ['A-34'],
  }),
  endpoint({
    name: 'delete-session',
    method: 'DELETE',
    path: '/sessions/:sessionId',
    signed: 'session-id',
    summary: 'Delete a session',
    contract: ['A-33'],
  }),
  endpoint({
    name: 'get-person',
    method: 'GET',
    path: '/sessions/:sessionId/person',
    signed: 'session-id',
    summary: 'Read data about the person',
    contract: ['A-58'],
  }),
  endpoint({
    name: 'list-media',
    method: 'GET',
    path: '/sessions/:sessionId/media',
    signed: 'session-id',
    summary: 'List the media of the newest attempt',
    contract: ['A-42'],
  }),
  endpoint({
    name: 'list-attempts',
    method: 'GET',
    path: '/sessions/:sessionId/attempts',
    signed: 'session-id',
    summary: 'List the attempts of a session',
    contract: ['A-44'],
  }),
  endpoint({
    name: 'list-attempt-media',
    method: 'GET',
    path: '/attempts/:attemptId/media',
    signed: 'attempt-id',
    summary: 'List the media of one attempt',
    contract: ['A-42'],
  }),
  endpoint({
    name: 'get-media',
    method: 'GET',
    path: '/media/:mediaId',
    signed: 'media-id',
    summary: 'Read a media file',
    contract: ['A-43'],
  }),
  endpoint({
    name: 'get-fullauto-decision',
    method: 'GET',
    path: '/sessions/:sessionId/decision/fullauto',
    signed: 'session-id',
    query: 'version',
    summary: 'Read the decision of a full-auto integration',
    contract: ['A-57'],
  }),
  endpoint({
    name: 'get-ine-registry',
    method: 'GET',
    path: '/sessions/:sessionId/decision/ine-registry',
    signed: 'session-id',
    query: 'version',
    summary: 'Read the electoral-registry result (Mexico)',
    contract: ['A-75', 'A-76'],
  }),
  endpoint({
    name: 'get-curp-registry',
    method: 'GET',
    path: '/sessions/:sessionId/decision/curp-registry',
    signed: 'session-id',
    query: 'version',
    summary: 'Read the population-registry result (Mexico)',
    contract: ['A-75', 'A-77'],
  }),
  endpoint({
    name: 'get-combined-ine-curp-registry',
    method: 'GET',
    path: '/sessions/:sessionId/decision/combined-ine-curp-registry',
    signed: 'session-id',
    query: 'version',
    summary: 'Read both Mexican registry results together',
    contract: ['A-75', 'A-78'],
  }),
  endpoint({
    name: 'advance-clock',
    method: 'POST',
    path: '/sandbox/clock',
    signed: 'body',
    summary: 'Let time go by for a test integration',
    contract: ['A-247'],
  }),
  endpoint({
    name: 'list-fraud-categories',
    method: 'GET',
    path: '/feedback/fraud-categories',
    signed: 'path',
    headers: 'feedback',
    summary: 'List the categories of fraud reports',
    contract: ['A-79', 'A-80'],
  }),
  endpoint({
    name: 'report-fraud',
    method: 'POST',
    path: '/feedback/fraud-reports',
    signed: 'path-and-body',
    headers: 'feedback',
    summary: 'Report sessions as fraud',
    contract: ['A-79', 'A-81'],
  }),
  endpoint({
    name: 'retrieve-fraud-reports',
    method: 'POST',
    path: '/feedback/fraud-reports/retrieve',
    signed: 'path-and-body',
    headers: 'feedback',
    summary: 'Read fraud reports',
    contract: ['A-79', 'A-82'],
  }),
] as const satisfies readonly Endpoint[];

/** Name of an endpoint. */
export type EndpointName = (typeof endpoints)[number]['name'];
