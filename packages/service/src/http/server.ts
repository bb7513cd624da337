import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceContext } from '../context.ts';
import { type FlowUseCases, flowUseCases } from '../usecases/flow/flow-use-cases.ts';
import { createPasswordHasher, type PasswordHasher } from '../signing/password-hasher.ts';
import { type PortalUseCases, portalUseCases } from '../usecases/portal/portal-use-cases.ts';
import type { PublicUseCases } from '../usecases/public-api.ts';
import { addressesOf } from '../usecases/session/session-link.ts';
import { networksOf } from '../runtime/networks.ts';
import { clientAddress } from './client-address.ts';
import { limitConnections } from './connection-limit.ts';
import { createDemoShop, demoPath } from './demo/demo-shop.ts';
import { builtDocs, docsPages } from './docs-pages.ts';
import { createDrain, type Drain } from './drain.ts';
import { specimenPackPages } from './specimen-pack.ts';
import { type HttpLimits, httpLimits } from './http-limits.ts';
import { limitLog } from './limited-log.ts';
import { createServer, listen, refuseConnection } from './node-server.ts';
import { openApiPage } from './openapi.ts';
import { isReading, type Pages, servePage } from './pages.ts';
import { createPortalApi, portalPathOf } from './portal/portal-api.ts';
import { portalRefusal } from './portal/portal-refusal.ts';
import { builtPortal, portalShell } from './portal/portal-shell.ts';
import { metricsPage, probePages } from './probes.ts';
import { apiPath, exchangeOf } from './public/exchange.ts';
import { createFlowApi, flowPathOf } from './flow/flow-api.ts';
import { flowRefusal } from './flow/flow-refusal.ts';
import { builtFlow, flowShell } from './flow/flow-shell.ts';
import { openPictureReader } from './flow/picture-reader.ts';
import { createBodyIntake } from './public/intake/body-intake.ts';
import { createPublicApi, type PublicApi } from './public/public-api.ts';
import { createRequestRecorder, type RequestRecorder } from './public/request-recorder.ts';
import { refusalOf } from './public/refusal.ts';
import { hasTwoHosts, refuseSoon } from './refuse-request.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { sdkPages } from './sdk.ts';
import { securityTextPage } from './security-txt.ts';
import { type Serving, serveExchange } from './serve-exchange.ts';
import { sessionPage } from './session-page.ts';
import { transportSecurity } from './transport-security.ts';

/** The HTTP server of the running service. */
export interface HttpServer {
  /** The underlying server, for its address. */
  server: Server;
  /** @throws Error when the port is taken */
  listen(where: { host: string; port: number }): Promise<void>;
  /** Keeps answering while proxies still send requests, then stops accepting; requests in flight have 25 s in total. */
  close(): Promise<void>;
}

/** Replacements that tests supply. */
export interface HttpServerOptions {
  limits?: HttpLimits;
  /** Folder of the end-user flow's page; `null`: session links show that it is not installed. */
  flowFolder?: string | null;
  /** Folder of the documentation; `null`: not served. */
  docsFolder?: string | null;
  /** Folder of the portal's page; `null`: only its API is served. */
  portalFolder?: string | null;
  /** Hashes portal passwords; closed with the server. */
  passwords?: PasswordHasher;
}

/** The HTTP server: the public API under `/v1`, session links, the API's description, probes and, in development, metrics. */
export function createHttpServer(
  ctx: ServiceContext,
  useCases: PublicUseCases,
  options: HttpServerOptions = {},
): HttpServer {
  const { config, log } = ctx;
  const { limits, passwords, ...folders } = { ...usualOptions(), ...options };
  const prefix = prefixOf(config);
  const intake = createBodyIntake(ctx, limits.body);
  const flow = flowUseCases(ctx, openPictureReader);
  const recorder = createRequestRecorder(ctx);
  const refusing = createRefusing();
  const parts = servingParts(ctx, { limits, documents: folders.docsFolder !== null && config.documents });
  const portal = portalUseCases(ctx, passwords);
  const serving = servingOf(parts, recorder, {
    public: createPublicApi(ctx, useCases, { limits, intake }),
    flow: createFlowApi(flow, { intake, refusing: refusing.signal }),
    portal: createPortalApi(ctx, portal, { intake, flowFolder: folders.flowFolder }),
  });
  const addressOf = addressReader(config);
  const apart = `Nothing is served here. The paths of the API begin with ${prefix}/v1/, as in POST ${prefix}/v1/sessions.\n`;
  const isClosing = () => drain.isEnding();
  const pages: Pages = pagesOf(ctx, useCases, { isClosing, addressOf, flow, ...folders });
  const serve = async (surface: Surface, request: IncomingMessage, response: ServerResponse) => {
    const address = addressOf(request);
    const exchange = exchangeOf(request, response, { url: request.url ?? '/', prefix, address });
    await serveExchange(serving[surface], exchange, drain);
  };
  const demo = config.environment === 'development' ? createDemoShop(ctx) : null;
  const server = createServer(limits, (request, response) => {
    request.url = originForm(request.url ?? '/');
    const surface = surfaceOf(request.url ?? '', prefix);
    if (hasTwoHosts(request)) refuseSoon(request, response, { status: 400, text: '', limits });
    else if (surface !== null) void serve(surface, request, response);
    else if (demo !== null && isDemo(request.url ?? '')) void demo.serve(request, response);
    else if (!isReading(request.method)) refuseSoon(request, response, { status: 404, text: apart, limits });
    else void servePage(pages, { request, response, headers: parts.headers, apart }, log);
  });
  server.on('clientError', (error, socket) => refuseConnection(error, socket as Socket, limits));
  limitConnections(server, ctx, proxiesOf(config));
  const drain = createDrain(server, limits.drain, () => refusing.abort());
  return {
    server,
    listen: (where) => listen(server, where),
    close: () => closeAll(drain, { demo, portal, recorder }),
  };
}

/** Path and query of an absolute-form target, which proxies may send; others are unchanged. @see RFC 9112, 3.2.2 */
function originForm(target: string): string {
  const [authority] = /^https?:\/\/[^/?]*/i.exec(target) ?? [''];
  const rest = target.slice(authority.length);
  return authority === '' || rest.startsWith('/') ? rest : `/${rest}`;
}

/** The API a request is for. */
type Surface = 'public' | 'flow' | 'portal';

function surfaceOf(url: string, prefix: string): Surface | null {
  if (portalPathOf(url) !== null) return 'portal';
  if (flowPathOf(url) !== null) return 'flow';
  return apiPath(url.split('?', 1)[0] ?? '', prefix) === null ? null : 'public';
}

const servingParts = (
  ctx: ServiceContext,
  { limits, documents }: { limits: HttpLimits; documents: boolean },
): Omit<Serving, 'answer' | 'refuse'> => ({
  ctx,
  limits,
  headers: transportSecurity(ctx.config),
  refusals: { log: ctx.log, warn: limitLog(ctx.log), documents },
  note: createRequestLog(ctx.log, { everyRequest: ctx.config.logRequests }),
});

/** Aborts waiting pages, however many there are. */
function createRefusing(): AbortController {
  const refusing = new AbortController();
  setMaxListeners(0, refusing.signal);
  return refusing;
}

interface Closing {
  demo: ReturnType<typeof createDemoShop> | null;
  portal: PortalUseCases;
  recorder: RequestRecorder;
}

async function closeAll(drain: Drain, { demo, portal, recorder }: Closing): Promise<void> {
  try {
    await drain.end();
  } finally {
    demo?.close();
    await Promise.all([portal.close(), recorder.stop()]);
  }
}

const proxiesOf = ({ trustedProxies }: ServiceContext['config']) =>
  trustedProxies.length === 0 ? null : networksOf(trustedProxies);

/** Determines client addresses behind trusted proxies. */
function addressReader(config: ServiceContext['config']): (request: IncomingMessage) => string {
  const proxies = proxiesOf(config);
  return (request) => clientAddress(request, proxies);
}

/** How each surface is handled; requests of one of them are recorded. */
const servingOf = (
  parts: Omit<Serving, 'answer' | 'refuse'>,
  recorder: RequestRecorder,
  answers: Readonly<Record<Surface, PublicApi>>,
): Readonly<Record<Surface, Serving>> => ({
  public: {
    ...parts,
    answer: answers.public,
    refuse: refusalOf,
    note: inTurn(parts.note, recorder.note),
  },
  flow: { ...parts, answer: answers.flow, refuse: flowRefusal },
  portal: { ...parts, answer: answers.portal, refuse: portalRefusal },
});

const inTurn =
  (...logs: readonly RequestLog[]): RequestLog =>
  (exchange, answered) => {
    for (const note of logs) note(exchange, answered);
  };

const usualOptions = (): Required<HttpServerOptions> => ({
  limits: httpLimits,
  flowFolder: builtFlow(),
  docsFolder: builtDocs(),
  portalFolder: builtPortal(),
  passwords: createPasswordHasher(),
});

/** Path prefix of `/v1`; empty if the public address has none. */
const prefixOf = (config: ServiceContext['config']): string =>
  config.publicUrl === null ? '' : new URL(addressesOf(config).api).pathname.replace(/\/$/, '');

const isDemo = (url: string): boolean => {
  const path = url.split('?', 1)[0] ?? '';
  return path === demoPath || path.startsWith(`${demoPath}/`);
};

interface PageParts {
  isClosing: () => boolean;
  addressOf: (request: IncomingMessage) => string;
  flow: FlowUseCases;
  flowFolder: string | null;
  docsFolder: string | null;
  portalFolder: string | null;
}

const pagesOf = (
  ctx: ServiceContext,
  useCases: PublicUseCases,
  { isClosing, addressOf, flow, flowFolder, docsFolder, portalFolder }: PageParts,
): Pages =>
  new Map([
    ...probePages(ctx, isClosing),
    ...(ctx.config.metricsBesideApi ? metricsPage(ctx) : []),
    ...openApiPage(`${addressesOf(ctx.config).api}/v1`),
    ...sdkPages(),
    ...securityTextPage(ctx.config),
    ...(portalFolder === null ? [] : portalShell(portalFolder)),
    ...(docsFolder === null || !ctx.config.documents
      ? []
      : [...docsPages(docsFolder, ctx.config.environment), ...specimenPackPages(ctx.config)]),
    ...(flowFolder === null
      ? sessionPage(useCases, addressOf)
      : flowShell({
          viewFlow: flow.viewFlow,
          viewLogo: flow.viewLogo,
          addressOf,
          folder: flowFolder,
          origin: addressesOf(ctx.config).flow,
        })),
  ]);
