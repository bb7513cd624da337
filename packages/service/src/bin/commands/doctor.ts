import { type CommandInput, exitCodes, optionalText, UsageError } from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import { addressesOf } from '../../usecases/session/session-link.ts';
import type { CommandResult } from '../command.ts';
import { secretsOf } from '../read-secrets.ts';
import { admits, parsePolicy, type Policy } from './content-security-policy.ts';
import { checkApi, checkCallback } from './doctor-api.ts';
import { addressOf, advice, type Check, NoAnswer, ok, originOf, request, wrong } from './doctor-checks.ts';
import { checkReceiver } from './doctor-webhook.ts';

/** How many bytes of the page are read. */
const mostBytes = 2 * 1024 * 1024;

interface HostPage {
  status: number;
  /** URL after redirects. */
  url: URL;
  headers: Headers;
  html: string;
}

/** Runs the checks that the options name, one after the other. @see docs/guides/embed.md, docs/guides/webhooks.md */
export async function diagnose(config: Config, input: CommandInput): Promise<CommandResult> {
  const text = (name: string) => optionalText(input, name);
  const [page, callback, webhook, api] = ['page', 'callback', 'webhook', 'api'].map(text);
  if ([page, callback, webhook, api].every((given) => given === undefined))
    throw new UsageError('must be given: one or more of --page, --api, --callback, --webhook');
  const origin = originOf('origin', text('origin') ?? 'https://shop.example.com');
  const flow = originOf('flow', text('flow') ?? addressesOf(config).flow);
  const targets = {
    page: page === undefined ? null : addressOf('page', page),
    api: api === undefined ? null : addressOf('api', api),
    webhook: webhook === undefined ? null : addressOf('webhook', webhook),
  };
  const secrets = targets.webhook === null ? [] : await secretsOf(input);
  try {
    const checks = [
      ...(targets.page === null ? [] : await checkPage(targets.page, flow)),
      ...(targets.api === null ? [] : await checkApi(targets.api, origin)),
      ...(callback === undefined ? [] : checkCallback(callback)),
      ...(targets.webhook === null ? [] : await checkReceiver(targets.webhook, secrets)),
    ];
    const isWrong = checks.some(({ result }) => result === 'wrong');
    return { exitCode: isWrong ? exitCodes.finding : exitCodes.done, output: checks };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { exitCode: exitCodes.unavailable, output: null, note: error.message };
  }
}

/** Whether a page can embed the flow. @throws NoAnswer */
async function checkPage(url: URL, flow: URL): Promise<Check[]> {
  const page = await fetchPage(url);
  return [
    checkStatus(page),
    checkSecureContext(page, flow),
    ...checkPolicies(page, flow),
    checkPermissions(page, flow),
    checkViewport(page),
  ];
}

async function fetchPage(url: URL): Promise<HostPage> {
  const response = await request(url, { headers: { accept: 'text/html' } });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size > mostBytes) break;
  }
  const html = Buffer.concat(chunks).toString('utf8');
  return { url: new URL(response.url), headers: response.headers, html, status: response.status };
}

function checkStatus({ url, status }: HostPage): Check {
  return status === 200 ? ok('page', url.href) : wrong('page', `${url.href}: must answer 200, not ${status}`);
}

/** Cameras work in secure contexts only, and an https page loads no http frame. */
function checkSecureContext({ url }: HostPage, flow: URL): Check {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal)
    return wrong(
      'secure context',
      'the page must be served over https: browsers allow the camera on no other page',
    );
  if (url.protocol === 'https:' && flow.protocol === 'http:')
    return wrong(
      'secure context',
      `FLOW_URL must begin with https://, not ${flow.origin}: browsers block the frame`,
    );
  return ok('secure context', url.protocol === 'https:' ? 'https' : 'localhost');
}

const loadsScript = (html: string, flow: URL): boolean => html.includes(`${flow.origin}/sdk/`);

function checkPolicies(page: HostPage, flow: URL): Check[] {
  const policies = policiesOf(page);
  const directives = ['frame-src', ...(loadsScript(page.html, flow) ? ['script-src'] : [])];
  return directives.map((directive) => {
    const check = `CSP ${directive}`;
    const refusing = policies.find((policy) => !admits(policy, { directive, target: flow, page: page.url }));
    if (refusing === undefined)
      return ok(check, policies.length === 0 ? 'the page has no policy' : `admits ${flow.origin}`);
    return wrong(check, `must admit ${flow.origin}; add it: ${directive} ${flow.origin}`);
  });
}

/** Policies from the header, which may occur several times, and from `meta`. */
function policiesOf({ headers, html }: HostPage): Policy[] {
  const fromHeader = (headers.get('content-security-policy') ?? '').split(',');
  const fromMeta = [...html.matchAll(/<meta\b[^>]*>/gi)].flatMap(([tag]) =>
    /http-equiv\s*=\s*["']?content-security-policy/i.test(tag)
      ? [/content\s*=\s*"([^"]*)"/i.exec(tag)?.[1] ?? /content\s*=\s*'([^']*)'/i.exec(tag)?.[1] ?? '']
      : [],
  );
  return [...fromHeader, ...fromMeta].filter((text) => text.trim() !== '').map(parsePolicy);
}

/** A list that exists but does not contain the flow denies its frame the camera. */
function checkPermissions({ url, headers }: HostPage, flow: URL): Check {
  const check = 'Permissions-Policy camera';
  const value = headers.get('permissions-policy');
  const list =
    value === null ? undefined : /(?:^|[,\s])camera\s*=\s*(\*|\([^)]*\)|[^,\s]+)/i.exec(value)?.[1];
  const recommended = `camera=(self "${flow.origin}")`;
  if (list === undefined) return ok(check, 'not restricted');
  const isSame = url.origin === flow.origin && /\bself\b/.test(list);
  if (list === '*' || isSame || list.includes(`"${flow.origin}"`)) return ok(check, list);
  return wrong(check, `must name the flow's origin; send: Permissions-Policy: ${recommended}`);
}

function checkViewport({ html }: HostPage): Check {
  return /<meta\b[^>]*name\s*=\s*["']?viewport/i.test(html)
    ? ok('viewport', 'there is one')
    : advice(
        'viewport',
        'phones show the flow too small without <meta name="viewport" content="width=device-width, initial-scale=1">',
      );
}
