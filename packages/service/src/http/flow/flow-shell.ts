import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import {
  directionOf,
  type FlowLanguage,
  flowLanguages,
  logoPath,
  matchFlowLanguage,
} from '@countersign/contract';
import type { FlowUseCases } from '../../usecases/flow/flow-use-cases.ts';
import type { FlowLook } from '../../usecases/flow/view-flow.ts';
import { addressGroup } from '../client-address.ts';
import type { Page, PageAnswer, Pages } from '../pages.ts';
import { createTokenBuckets } from '../public/intake/token-buckets.ts';
import { builtFolder, folderPages, immutable } from '../static-files.ts';
import { brandMarks, type BrandMarks } from './brand-page.ts';

/** Rate of invalid links and logos per client address. */
const guessRate = { size: 60, perSecond: 1 };

/** The folder of the page that was built into this installation; `null` if there is none. */
export const builtFlow = (): string | null => builtFolder('dist/flow/index.html');

export interface ShellParts {
  viewFlow: FlowUseCases['viewFlow'];
  viewLogo: FlowUseCases['viewLogo'];
  addressOf: (request: IncomingMessage) => string;
  /** Holds `index.html` and `assets/`. */
  folder: string;
  /** Scheme and authority of the flow, from where the page loads its scripts. */
  origin: string;
}

/**
 * `GET /v/{token}`: the page of the end-user flow before it enters the session: it changes nothing and shows no data of the session. An
 * invalid link gets the same page, without a name.
 * @see spec/contract.md
 */
export function flowShell({ viewFlow, viewLogo, addressOf, folder, origin }: ShellParts): Pages {
  const template = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const assets = path.join(folder, 'assets');
  const texts = readShellTexts(folder);
  const built = flowLanguages.filter((language) => language in texts);
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
      body: fillShell(template, {
        nonce,
        ...languageMarks(language, texts),
        ...brandMarks(shell?.name ?? '', shell?.look ?? null),
      }),
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
    // Browsers request it for every page; the brand is the host's.
    ['/favicon.ico', () => noIcon],
    // File names contain a digest of their content.
    ...(existsSync(assets) ? folderPages(assets, '/flow/assets/', immutable) : []),
  ]);
}

/** Values with which a template of the flow's page is filled, as HTML. */
export interface ShellMarks extends BrandMarks {
  nonce: string;
  language: string;
  /** `ltr` or `rtl`. */
  direction: string;
  /** Shown until the script draws the first screen. */
  loading: string;
  /** Shown if scripts do not run. */
  noScript: string;
}

/** Texts that the build wrote in each language for the page before its script runs. */
type ShellTexts = Readonly<Partial<Record<FlowLanguage, { loading: string; noScript: string }>>>;

const readShellTexts = (folder: string): ShellTexts =>
  JSON.parse(readFileSync(path.join(folder, 'shell-texts.json'), 'utf8')) as ShellTexts;

/** The marks of a page in one language. @param texts none if the page shows nothing before its script runs */
export const languageMarks = (
  language: FlowLanguage,
  texts: ShellTexts,
): Pick<ShellMarks, 'language' | 'direction' | 'loading' | 'noScript'> => ({
  language,
  direction: directionOf(language),
  loading: '',
  noScript: '',
  ...texts[language],
});

/** Fills a template in one pass: inserted values are not searched for marks again. */
export const fillShell = (template: string, marks: ShellMarks): string =>
  template.replaceAll(
    /\{\{(nonce|language|direction|loading|noScript|name|company|theme|brand)\}\}/g,
    (_, mark: keyof ShellMarks) => marks[mark],
  );

const noLogo: PageAnswer = { status: 404, type: 'text/plain', body: '' };

/** A file that the service itself encoded, not the uploaded one; a browser that opens it directly gets only a picture. */
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
  /** Origins that serve the page. */
  origins: readonly string[];
  ancestors: string;
}

/** Without an opener policy, so that the page that opened the window keeps its reference to it. @see spec/contract.md A-428 */
const headersOf = ({ nonce, origins, ancestors }: PageParts) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    // The nonce belongs to the first script; that loads from the assets only.
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

/** A page for an invalid link has nothing to protect, and a host's frame must be able to show it. */
function ancestorsOf(origins: '*' | readonly string[]): string {
  if (origins === '*') return '*';
  const named = origins.filter((origin) => originForm.test(origin));
  return named.length === 0 ? `'none'` : named.join(' ');
}

/** Tags of `Accept-Language`, in order of preference. */
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
  languages: readonly FlowLanguage[];
  fallback: FlowLanguage;
}

/** Languages that the integration offers and that have texts. */
function offeredOf(built: readonly FlowLanguage[], look: FlowLook | null): Offered {
  if (look === null) return { languages: built, fallback: 'en' };
  return {
    languages: built.filter((language) => look.languages.includes(language)),
    fallback: look.defaultLanguage,
  };
}

/**
 * The first offered language of: the one in the link, the browser's preferences; otherwise the integration's default.
 * @see spec/contract.md
 */
function languageOf(request: IncomingMessage, { languages, fallback }: Offered): FlowLanguage {
  const { url = '' } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const wish = new URLSearchParams(query).get('lang');
  for (const tag of [...(wish === null ? [] : [wish]), ...acceptedTags(request)]) {
    const found = matchFlowLanguage(tag, languages);
    if (found !== undefined) return found;
  }
  return fallback;
}
