import { flowLimits, flowPath, type FlowUploadAnswer } from '@countersign/contract';
import { linkUnknown } from '../../usecases/flow/enter-flow.ts';
import type { HandoffSide } from '../../usecases/flow/flow-handoff.ts';
import { FlowRefused } from '../../usecases/flow/flow-refused.ts';
import type { FlowPage } from '../../usecases/flow/flow-page.ts';
import type { FlowUseCases } from '../../usecases/flow/flow-use-cases.ts';
import { addressGroup } from '../client-address.ts';
import { deviceOf } from '../device-words.ts';
import { type Answer, jsonAnswer } from '../public/answer.ts';
import { type Exchange, headerValues } from '../public/exchange.ts';
import type { BodyIntake } from '../public/intake/body-intake.ts';
import { createDownloadSlots } from '../public/intake/download-slots.ts';
import { requireContentLength, requireJsonContentType } from '../public/intake/read-body.ts';
import { whileConnected } from '../public/intake/while-connected.ts';
import { createFlowBudgets, type FlowBudgets } from './flow-budgets.ts';
import {
  readClaim,
  readConfirm,
  readDocument,
  readEnter,
  readFields,
  readLeave,
  readNothing,
  readOffer,
  readStart,
  readSubmit,
  readUpload,
} from './flow-requests.ts';
import { findFlowRoute, type FlowRoute, type FlowRouteName } from './flow-routes.ts';

/** Largest size of a JSON body, in bytes. */
const jsonBytes = 16 * 1024;

interface Api {
  useCases: FlowUseCases;
  intake: BodyIntake;
  budgets: FlowBudgets;
  /** Aborted once the server accepts no new connections: waiting pages then repeat their request to another process. */
  refusing: AbortSignal;
}

/** The flow's endpoints over its use cases; throws errors that `flowRefusal` turns into answers. */
export function createFlowApi(
  useCases: FlowUseCases,
  parts: Pick<Api, 'intake' | 'refusing'>,
): (exchange: Exchange) => Promise<Answer> {
  const api: Api = { useCases, ...parts, budgets: createFlowBudgets() };
  return (exchange) => answer(api, exchange);
}

/** The path below `/flow/v1`, or `null` when the path is not below it. */
export function flowPathOf(url: string): string | null {
  const path = url.split('?', 1)[0] ?? '';
  return path === flowPath || path.startsWith(`${flowPath}/`) ? path.slice(flowPath.length) : null;
}

/** Checks address, route, bearer, rate, size and body in this order, so that the cheapest checks come first. */
async function answer(api: Api, exchange: Exchange): Promise<Answer> {
  api.budgets.requireStranger(exchange.address);
  const path = flowPathOf(exchange.fullPath) ?? '';
  const route = findFlowRoute(exchange.request.method ?? '', path);
  exchange.endpoint = route.name;
  if (isOfStranger(route.name)) return answerStranger(api, exchange, route.name);
  if (route.name === 'flow-leave') return leave(api, exchange);
  const page = await pageOf(api, exchange, bearerOf(exchange));
  const body = await bodyOf(api, exchange, { page, route });
  return handlers[route.name](api.useCases, { exchange, page, body, id: route.id, refusing: api.refusing });
}

/** Requests that a page makes before it has a bearer: it presents a link, a code, or a token made from one. */
const ofStranger = {
  'flow-enter': async ({ useCases }, { address }, body) =>
    ok(await useCases.enter({ ...readEnter(body), address })),
  'flow-claim-handoff': async ({ useCases }, exchange, body) =>
    ok(await useCases.claimHandoff({ ...readClaim(body), side: sideOf(exchange) })),
  'flow-confirm-handoff': async ({ useCases }, _exchange, body) => {
    await useCases.confirmHandoff(readConfirm(body));
    return noContent();
  },
} as const satisfies Partial<
  Record<FlowRouteName, (api: Api, exchange: Exchange, body: Buffer) => Promise<Answer>>
>;

const isOfStranger = (name: FlowRouteName): name is keyof typeof ofStranger =>
  Object.hasOwn(ofStranger, name);

/**
 * Invalid links and codes are counted per address; once an address has too many, its requests are refused before their link is read.
 */
async function answerStranger(api: Api, exchange: Exchange, name: keyof typeof ofStranger): Promise<Answer> {
  const { address } = exchange;
  if (api.budgets.hasGuessed(address)) throw linkUnknown();
  const body = await takeJson(api, exchange, 'flow');
  try {
    return await ofStranger[name](api, exchange, body);
  } catch (error) {
    if (error instanceof FlowRefused && error.code === 'link-unknown') api.budgets.noteGuess(address);
    throw error;
  }
}

/** One side of a handoff, as far as the request identifies it. */
const sideOf = ({ request, address }: Exchange): HandoffSide => ({
  device: deviceOf(request.headers['user-agent']),
  address,
  network: addressGroup(address),
});

const noContent = (): Answer => ({ status: 204, headers: {}, body: Buffer.alloc(0) });

/** Also sent as a beacon, which cannot have headers of its own; the bearer is then in the body. */
async function leave(api: Api, exchange: Exchange): Promise<Answer> {
  requireContentLength(exchange, jsonBytes);
  const { bearer, reason } = readLeave(await take(api, exchange, { owner: 'flow', most: jsonBytes }));
  const page = await pageOf(api, exchange, bearerOf(exchange) ?? bearer ?? null);
  await api.useCases.leave(page, reason);
  return noContent();
}

async function pageOf(api: Api, { address }: Exchange, bearer: string | null): Promise<FlowPage> {
  const refused = () =>
    new FlowRefused('bearer-invalid', 'authorization: must be a valid bearer token: enter again');
  if (api.budgets.hasGuessed(address)) throw refused();
  try {
    const page = await api.useCases.authenticatePage({ bearer, address });
    api.budgets.requireRate(page.sessionId);
    return page;
  } catch (error) {
    // A request without a bearer does not count as a guess.
    if (bearer !== null && error instanceof FlowRefused && error.code === 'bearer-invalid')
      api.budgets.noteGuess(address);
    throw error;
  }
}

/** The bearer of the request; `null` if there is none, or several. */
function bearerOf({ request }: Exchange): string | null {
  const values = headerValues(request, 'authorization');
  return values.length === 1 ? (/^Bearer ([\w-]{1,100})$/i.exec(values[0] ?? '')?.[1] ?? null) : null;
}

const withBody: ReadonlySet<FlowRouteName> = new Set([
  'flow-start',
  'flow-document',
  'flow-open-upload',
  'flow-accept',
  'flow-challenge',
  'flow-fields',
  'flow-submit',
  'flow-take-over',
  'flow-offer-handoff',
]);

async function bodyOf(
  api: Api,
  exchange: Exchange,
  { page, route }: { page: FlowPage; route: FlowRoute },
): Promise<Buffer> {
  // Pages have their own share of memory, so that they do not use up that of the integration's server, or the reverse.
  const owner = `flow ${page.caller.integrationId}`;
  if (route.name === 'flow-append') {
    const type = headerValues(exchange.request, 'content-type');
    if (type.length !== 1 || type[0] !== 'application/octet-stream')
      throw new FlowRefused('request-invalid', 'content-type: must be application/octet-stream');
    requireContentLength(exchange, flowLimits.maximumPartBytes);
    return take(api, exchange, { owner, most: flowLimits.maximumPartBytes, known: true });
  }
  if (!withBody.has(route.name)) return Buffer.alloc(0);
  return takeJson(api, exchange, owner);
}

async function takeJson(api: Api, exchange: Exchange, owner: string): Promise<Buffer> {
  const { headers } = exchange.request;
  if (
    headers['content-length'] === '0' ||
    (headers['content-length'] ?? headers['transfer-encoding']) === undefined
  )
    return Buffer.alloc(0);
  requireJsonContentType(exchange);
  requireContentLength(exchange, jsonBytes);
  return take(api, exchange, { owner, most: jsonBytes, known: owner !== 'flow' });
}

interface Taking {
  /** Account to which the bytes are charged. */
  owner: string;
  /** Maximum number of bytes. */
  most: number;
  /** The request has shown a bearer. */
  known?: boolean;
}

async function take(
  { intake }: Api,
  exchange: Exchange,
  { owner, most, known = false }: Taking,
): Promise<Buffer> {
  if (known) intake.verified(exchange, owner);
  const body = intake.open(exchange, owner, false);
  try {
    // A copy, because the bytes belong to the budget only until they are released.
    return Buffer.from(await body.whole(most));
  } finally {
    body.release();
  }
}

interface FlowCall {
  exchange: Exchange;
  page: FlowPage;
  body: Buffer;
  /** Id in the path; empty if there is none. */
  id: string;
  refusing: AbortSignal;
}

type Handler = (useCases: FlowUseCases, call: FlowCall) => Promise<Answer>;

const ok = (value: unknown): Answer => jsonAnswer(200, value);

const handlers: Readonly<Record<Exclude<FlowRouteName, 'flow-leave' | keyof typeof ofStranger>, Handler>> = {
  'flow-state': async (useCases, { exchange, page, refusing }) => {
    return ok(await useCases.state(page, sinceOf(exchange), whileServed(exchange, refusing)));
  },
  'flow-start': async (useCases, { page, body }) => ok(await useCases.start(page, readStart(body))),
  'flow-document': async (useCases, { page, body }) =>
    ok(await useCases.chooseDocument(page, readDocument(body))),
  'flow-open-upload': async (useCases, { page, body }) =>
    ok(await useCases.openUpload(page, readUpload(body))),
  'flow-append': async (useCases, { exchange, page, body: bytes, id: uploadId }) =>
    ok(await useCases.appendToUpload(page, { uploadId, offset: offsetOf(exchange), bytes })),
  'flow-upload-offset': async (useCases, { page, id }) => offsetAnswer(await useCases.showUpload(page, id)),
  'flow-verdict': async (useCases, { exchange, page, id }) =>
    ok(await useCases.pictureVerdict(page, id, whileConnected(exchange))),
  'flow-preview': preview,
  'flow-accept': async (useCases, { page, body, id }) => {
    readNothing(body);
    return ok(await useCases.acceptPicture(page, id));
  },
  'flow-challenge': async (useCases, { page, body }) => {
    readNothing(body);
    return ok(await useCases.drawChallenge(page));
  },
  'flow-fields': async (useCases, { page, body }) => ok(await useCases.typeFields(page, readFields(body))),
  'flow-submit': async (useCases, { page, body }) => ok(await useCases.submit(page, readSubmit(body))),
  'flow-take-over': async (useCases, { page, body }) => {
    readNothing(body);
    return ok(await useCases.takeOver(page));
  },
  'flow-offer-handoff': async (useCases, { exchange, page, body }) =>
    ok(await useCases.offerHandoff(page, { ...readOffer(body), side: sideOf(exchange) })),
  'flow-withdraw-handoff': async (useCases, { page }) => ok(await useCases.withdrawHandoff(page)),
};

const slots = createDownloadSlots();

/** One preview at a time, because each is decrypted in memory. */
async function preview(useCases: FlowUseCases, { exchange, page, id }: FlowCall): Promise<Answer> {
  const read = () => useCases.previewPicture(page, id);
  const { mimetype, bytes } = await slots.run(page.caller.integrationId, whileConnected(exchange), read);
  const headers = {
    'content-type': mimetype,
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': `default-src 'none'; sandbox`,
  };
  return { status: 200, headers, body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** The members of the answer as headers. */
function offsetAnswer({ offset, partBytes, mediaId, complete }: FlowUploadAnswer): Answer {
  return {
    status: 200,
    headers: {
      'upload-offset': String(offset),
      'upload-part-bytes': String(partBytes),
      'upload-complete': complete ? '?1' : '?0',
      ...(mediaId === null ? {} : { 'upload-media-id': mediaId }),
    },
    body: Buffer.alloc(0),
  };
}

const wholeNumber = /^\d{1,10}$/;

/** @throws FlowRefused request-invalid */
function offsetOf({ request }: Exchange): number {
  const values = headerValues(request, 'upload-offset');
  if (values.length !== 1 || !wholeNumber.test(values[0] ?? ''))
    throw new FlowRefused('request-invalid', 'upload-offset: must be a whole number of bytes');
  return Number(values[0]);
}

/** @throws FlowRefused request-invalid */
function sinceOf({ query }: Exchange): number | null {
  const since = new URLSearchParams(query).get('since');
  if (since === null || since === '') return null;
  if (!/^\d{1,15}$/.test(since)) throw new FlowRefused('request-invalid', 'since: must be a revision');
  return Number(since);
}

/** Aborted when the client disconnects or the server accepts no new connections. */
function whileServed(exchange: Exchange, refusing: AbortSignal): AbortSignal {
  const gone = whileConnected(exchange);
  const ended = new AbortController();
  const abort = () => ended.abort();
  if (gone.aborted || refusing.aborted) abort();
  refusing.addEventListener('abort', abort);
  gone.addEventListener('abort', () => {
    refusing.removeEventListener('abort', abort);
    abort();
  });
  return ended.signal;
}
