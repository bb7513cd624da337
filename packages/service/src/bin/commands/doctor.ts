import {
  type CommandInput,
  exitCodes,
  optionalText,
  requiredText,
  UsageError,
} from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import { addressesOf } from '../../usecases/session/session-link.ts';
import type { CommandResult } from '../command.ts';
import { admits, parsePolicy, type Policy } from './content-security-policy.ts';

/** Milliseconds until the page must have answered, and bytes of it that are read. */
const limitMs = 10_000;
const mostBytes = 2 * 1024 * 1024;

interface Check {
  check: string;
  result: 'ok' | 'wrong' | 'advice';
  detail: string;
}

interface HostPage {
  status: number;
  /** After redirects. */
  url: URL;
  headers: Headers;
  html: string;
}

/** Checks whether a page can embed the flow. @see docs/guides/embed.md */
export async function checkHostPage(config: Config, input: CommandInput): Promise<CommandResult> {
  const url = pageUrl(requiredText(input, 'page'));
  const flow = flowOrigin(optionalText(input, 'flow') ?? addressesOf(config).flow);
  let page: HostPage;
  try {
    page = await fetchPage(url);
  } catch (error) {
    const cause =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : '';
    return { exitCode: exitCodes.unavailable, output: null, note: `${url.href}: must answer; ${cause}` };
  }
  const checks = [
    checkStatus(page),
    checkSecureContext(page, flow),
    ...checkPolicies(page, flow),
    checkPermissions(page, flow),
    checkViewport(page),
  ];
  const isWrong = checks.some(({ result }) => result === 'wrong');
  return { exitCode: isWrong ? exitCodes.failure : exitCodes.done, output: checks };
}

function pageUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--page: must be an address that begins with http:// or https://, not ${text}`);
  return url;
}

function flowOrigin(text: string): URL {
  if (!URL.canParse(text))
    throw new UsageError(`--flow: must be an origin such as https://verify.example.com, not ${text}`);
  return new URL(new URL(text).origin);
}

async function fetchPage(url: URL): Promise<HostPage> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: 'text/html' },
  });
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

const ok = (check: string, detail: string): Check => ({ check, result: 'ok', detail });
const wrong = (check: string, detail: string): Check => ({ check, result: 'wrong', detail });

function checkStatus({ url, status }: HostPage): Check {
  return status === 200 ? ok('page', url.href) : wrong('page', `${url.href}: must answer 200, not ${status}`);
}

/** Cameras are for secure contexts only, and an https page loads no http frame. */
function checkSecureContext({ url }: HostPage, flow: URL): Check {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal)
    return wrong('secure context', 'the page must be served over https: browsers give no camera to others');
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

/** Of the header, each of several, and of `meta`. */
function policiesOf({ headers, html }: HostPage): Policy[] {
  const fromHeader = (headers.get('content-security-policy') ?? '').split(',');
  const fromMeta = [...html.matchAll(/<meta\b[^>]*>/gi)].flatMap(([tag]) =>
    /http-equiv\s*=\s*["']?content-security-policy/i.test(tag)
      ? [/content\s*=\s*"([^"]*)"/i.exec(tag)?.[1] ?? /content\s*=\s*'([^']*)'/i.exec(tag)?.[1] ?? '']
      : [],
  );
  return [...fromHeader, ...fromMeta].filter((text) => text.trim() !== '').map(parsePolicy);
}

/** A list that is there and does not name the flow takes the camera from its frame. */
function checkPermissions({ url, headers }: HostPage, flow: URL): Check {
  const check = 'Permissions-Policy camera';
  const value = headers.get('permissions-policy');
  const list =
    value === null ? undefined : /(?:^|[,\s])camera\s*=\s*(\*|\([^)]*\)|[^,\s]+)/i.exec(value)?.[1];
  const advice = `camera=(self "${flow.origin}")`;
  if (list === undefined) return ok(check, 'not restricted');
  const isSame = url.origin === flow.origin && /\bself\b/.test(list);
  if (list === '*' || isSame || list.includes(`"${flow.origin}"`)) return ok(check, list);
  return wrong(check, `must name the flow's origin; send: Permissions-Policy: ${advice}`);
}

function checkViewport({ html }: HostPage): Check {
  return /<meta\b[^>]*name\s*=\s*["']?viewport/i.test(html)
    ? ok('viewport', 'there is one')
    : {
        check: 'viewport',
        result: 'advice',
        detail:
          'phones show the flow tiny without <meta name="viewport" content="width=device-width, initial-scale=1">',
      };
}
