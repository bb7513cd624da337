import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { ServiceContext } from '../../context.ts';
import { installationFile } from '../../runtime/installation-files.ts';
import { type DemoShopAccess, openDemoShop } from '../../usecases/operator/open-demo-shop.ts';
import { addressesOf } from '../../usecases/session/session-link.ts';
import { newestSdk } from '../sdk.ts';
import { type DecisionInbox, openDecisionInbox } from './decision-inbox.ts';

/** Path of the demo page; all of its requests are below it. */
export const demoPath = '/demo';

/** The demo page's shop, with its own access to the public API. */
export interface DemoShop {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

interface Shop {
  access: DemoShopAccess;
  inbox: DecisionInbox;
}

/**
 * The page at `/demo`: a small shop that embeds the flow, creates sessions through its server, receives the decision's webhook and
 * verifies it. In development only; it does nothing that a client of the service could not do.
 * @returns `null` if the page or the browser SDK is not installed
 */
export function createDemoShop(ctx: ServiceContext): DemoShop | null {
  const folder = demoFolder();
  const sdk = newestSdk();
  if (folder === null || sdk === null) return null;
  let opening: Promise<Shop> | null = null;
  const shop = () => {
    opening ??= open(ctx).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    serve: (request, response) =>
      answer({ ctx, folder, sdk, shop }, request)
        .catch((error: unknown): DemoAnswer => {
          ctx.log.error({ error, route: demoPath }, 'demo page failed');
          return json(500, { error: 'the shop failed; see the log of the service' });
        })
        .then((answered) => send(response, answered, hostPageHeaders(ctx))),
    close: () => void opening?.then(({ inbox }) => inbox.close()),
  };
}

async function open(ctx: ServiceContext): Promise<Shop> {
  const inbox = await openDecisionInbox();
  const access = await openDemoShop(ctx)(inbox.url);
  inbox.trust(access);
  return { access, inbox };
}

function demoFolder(): string | null {
  try {
    return path.dirname(installationFile('packages/service/demo/index.html'));
  } catch {
    return null;
  }
}

interface DemoAnswer {
  status: number;
  type: string;
  body: string;
}

interface Serving {
  ctx: ServiceContext;
  folder: string;
  sdk: string;
  shop: () => Promise<Shop>;
}

const json = (status: number, body: unknown): DemoAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

async function answer(serving: Serving, { method, url = '' }: IncomingMessage): Promise<DemoAnswer> {
  const { pathname, searchParams } = new URL(url, 'http://demo.invalid');
  const route = `${method} ${pathname.slice(demoPath.length)}`;
  if (route === 'GET ') return file(serving, 'index.html');
  if (route === 'GET /shop.css' || route === 'GET /shop.js')
    return file(serving, pathname.slice(demoPath.length + 1));
  if (route === 'POST /sessions') return json(201, await createSession(await serving.shop()));
  if (route === 'GET /decision') {
    const { inbox } = await serving.shop();
    return json(200, { decision: inbox.decisionOf(searchParams.get('session') ?? '') });
  }
  return json(404, { error: `${method} ${pathname}: must be a path of the demo page` });
}

function file({ folder, sdk }: Serving, name: string): DemoAnswer {
  const text = fs.readFileSync(path.join(folder, name), 'utf8').replace('{{sdk}}', sdk);
  return { status: 200, type: types[path.extname(name)] ?? 'text/plain', body: text };
}

/** As on a client's server: over HTTP, with the API key. */
async function createSession({ access }: Shop): Promise<{ sessionId: string; url: string }> {
  const response = await fetch(`${access.apiUrl}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-client': access.apiKey },
    body: JSON.stringify({ verification: { vendorData: 'demo-customer-1' } }),
  });
  if (response.status !== 201) throw new Error(`the API answered ${response.status} to a session creation`);
  const { verification } = (await response.json()) as { verification: { id: string; url: string } };
  return { sessionId: verification.id, url: verification.url };
}

function send(
  response: ServerResponse,
  { status, type, body }: DemoAnswer,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  response.end(body);
}

/** Headers required on a page that embeds the flow; `docs/guides/embed.md` explains them. */
const hostPageHeaders = ({ config }: Pick<ServiceContext, 'config'>): Record<string, string> => {
  const { flow } = addressesOf(config);
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src ${flow}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'permissions-policy': `camera=(self "${flow}")`,
  };
};
