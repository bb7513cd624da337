import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { logoPath } from '@countersign/contract';
import type { FlowUseCases } from '../../usecases/flow/flow-use-cases.ts';
import type { FlowLook } from '../../usecases/flow/view-flow.ts';
import { addressGroup } from '../client-address.ts';
import type { Page, PageAnswer, Pages } from '../pages.ts';
import { createTokenBuckets } from '../public/intake/token-buckets.ts';
import { builtFolder, folderPages, immutable } from '../static-files.ts';
import { brandMarks, type BrandMarks } from './brand-page.ts';

/** Links and logos of one client address that lead nowhere. */
const guessRate = { size: 60, perSecond: 1 };

/** The folder of the page that was built into this installation; `null` where none was. */
export const builtFlow = (): string | null => builtFolder('dist/flow/index.html');

export interface ShellParts {
  viewFlow: FlowUseCases['viewFlow'];
  viewLogo: FlowUseCases['viewLogo'];
  addressOf: (request: IncomingMessage) => string;
  /** Holds `index.html` and `assets/`. */
  folder: string;
  /** Scheme and authority of the flow, from which it loads its scripts. */
  origin: string;
}

/**
 * `GET /v/{token}`: the page of the end-user flow, before it has entered: it changes nothing and shows nothing of the session. A link
 * that leads nowhere gets the same page, without a name.
 * @see spec/contract.md
 */
export function flowShell({ viewFlow, viewLogo, addressOf, folder, origin }: ShellParts): Pages {
  const template = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const assets = path.join(folder, 'assets');
  const built = builtLanguages(assets);
  const guesses = createTokenBuckets();
  const show: Page = async (token, request) => {
    const visitor = addressGroup(addressOf(request));
    const shell = guesses.isEmpty(visitor, guessRate) ? null : await viewFlow(token);
    if (shell === null) guesses.take(visitor, guessRate);
    const nonce = randomBytes(16).toString('base64');
    const language = languageOf(request, offeredOf(built, shell?.look ?? null));
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: fillShell(template, { nonce, language, ...brandMarks(shell?.name ?? '', shell?.look ?? null) }),
      headers: headersOf({
        nonce,
        origins: [...new Set([origin, shell?.flowUrl ?? origin])],
        ancestors: ancestorsOf(shell?.origins ?? '*'),
      }),
    };
  };
  const showLogo: Page = async (name, request) => {
    const visitor = addressGroup(addressOf(request));
    const png = guesses.isEmpty(visitor, guessRate) ? null : await viewLogo(name);
    if (png === null) guesses.take(visitor, guessRate);
    return logoAnswer(png);
  };
  return new Map([
    ['/v/', show],
    [logoPath, showLogo],
    // Browsers ask for it beside every page; the brand is the host's.
    ['/favicon.ico', () => noIcon],
    // Names hold a digest of their content.
    ...(existsSync(assets) ? folderPages(assets, '/flow/assets/', immutable) : []),
  ]);
}

/** What a template of the flow's page is filled with, as HTML. */
export interface ShellMarks extends BrandMarks {
  nonce: string;
  language: string;
}

/** Fills a template in one pass: what is filled in is not looked at for marks again. */
export const fillShell = (template: string, marks: ShellMarks): string =>
  template.replaceAll(
    /\{\{(nonce|language|name|company|theme|brand)\}\}/g,
    (_, mark: keyof ShellMarks) => marks[mark],
  );

const noLogo: PageAnswer = { status: 404, type: 'text/plain', body: '' };

/** A file of ours, whatever was uploaded; a browser that opens it by itself gets no more than a picture either. */
const logoAnswer = (png: Uint8Array | null): PageAnswer =>
  png === null
    ? noLogo
    : {
        status: 200,
        type: 'image/png',
        body: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
        headers: { ...immutable, 'content-security-policy': `default-src 'none'; sandbox` },
      };

const noIcon = {
  status: 204,
  type: 'image/x-icon',
  body: '',
  headers: { 'cache-control': 'public, max-age=86400' },
};

interface PageParts {
  nonce: string;
  /** Where the page is served from. */
  origins: readonly string[];
  ancestors: string;
}

const headersOf = ({ nonce, origins, ancestors }: PageParts) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    // The nonce is that of the first script; what it loads comes from the assets alone.
    `script-src 'nonce-${nonce}' ${assetsOf(origins)}`,
    `style-src 'nonce-${nonce}' ${assetsOf(origins)}`,
    `connect-src 'self'`,
    `img-src 'self' blob:`,
    'media-src blob:',
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${ancestors}`,
  ].join('; '),
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
});

const assetsOf = (origins: readonly string[]): string =>
  origins.map((origin) => `${origin}/flow/assets/`).join(' ');

const originForm = /^https?:\/\/[a-z0-9.[\]:-]+$/i;

/** A page that leads nowhere has nothing to protect, and a host's frame must be able to show that. */
function ancestorsOf(origins: '*' | readonly string[]): string {
  if (origins === '*') return '*';
  const named = origins.filter((origin) => originForm.test(origin));
  return named.length === 0 ? `'none'` : named.join(' ');
}

/** Languages that there are texts in, by the names of their files. */
const builtLanguages = (assets: string): string[] =>
  existsSync(assets)
    ? readdirSync(assets).flatMap((name) => /^words-(.+)-[0-9a-f]+\.js$/.exec(name)?.[1] ?? [])
    : [];

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language of a tag that there are texts in, whatever its region; `undefined`: none. */
const builtFor = (tag: string, built: readonly string[]): string | undefined =>
  built.find((each) => each.toLowerCase() === tag.toLowerCase()) ??
  built.find((each) => baseOf(each) === baseOf(tag));

/** Tags of `Accept-Language`, the most wanted first. */
function acceptedTags({ headers }: IncomingMessage): string[] {
  const wishes = (headers['accept-language'] ?? '').split(',', 20).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    return { tag, weight };
  });
  return wishes
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

interface Offered {
  languages: readonly string[];
  fallback: string;
}

/** Languages that there are texts in and that the integration offers. */
function offeredOf(built: readonly string[], look: FlowLook | null): Offered {
  if (look === null) return { languages: built, fallback: 'en' };
  const offered: readonly string[] = look.languages;
  return { languages: built.filter((tag) => offered.includes(tag)), fallback: look.defaultLanguage };
}

/** The link's wish, else the browser's first one, among the languages offered; else the integration's default. @see spec/contract.md A-266 */
function languageOf(request: IncomingMessage, { languages, fallback }: Offered): string {
  const { url = '' } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const wish = new URLSearchParams(query).get('lang')?.replaceAll('_', '-');
  for (const tag of [...(wish === undefined ? [] : [wish]), ...acceptedTags(request)]) {
    const found = builtFor(tag, languages);
    if (found !== undefined) return found;
  }
  return fallback;
}
