import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FlowUseCases } from '../../usecases/flow/flow-use-cases.ts';
import { addressGroup } from '../client-address.ts';
import type { Page, Pages } from '../pages.ts';
import { createTokenBuckets } from '../public/intake/token-buckets.ts';
import { builtFolder, folderPages, immutable } from '../static-files.ts';

/** Links of one client address that lead nowhere. */
const guessRate = { size: 60, perSecond: 1 };

/** The folder of the page that was built into this installation; `null` where none was. */
export const builtFlow = (): string | null => builtFolder('dist/flow/index.html');

export interface ShellParts {
  viewFlow: FlowUseCases['viewFlow'];
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
export function flowShell({ viewFlow, addressOf, folder, origin }: ShellParts): Pages {
  const template = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const guesses = createTokenBuckets();
  const show: Page = async (token, request) => {
    const visitor = addressGroup(addressOf(request));
    const shell = guesses.isEmpty(visitor, guessRate) ? null : await viewFlow(token);
    if (shell === null) guesses.take(visitor, guessRate);
    const nonce = randomBytes(16).toString('base64');
    const values = { nonce, name: shell?.name ?? '', language: languageOf(request) };
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: template.replaceAll(/\{\{(nonce|name|language)\}\}/g, (_, name: keyof typeof values) =>
        escapeHtml(values[name]),
      ),
      headers: headersOf({ nonce, origin, ancestors: ancestorsOf(shell?.origins ?? '*') }),
    };
  };
  const assets = path.join(folder, 'assets');
  return new Map([
    ['/v/', show],
    // Names hold a digest of their content.
    ...(existsSync(assets) ? folderPages(assets, '/flow/assets/', immutable) : []),
  ]);
}

const headersOf = ({ nonce, origin, ancestors }: { nonce: string; origin: string; ancestors: string }) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    // The nonce is that of the first script; what it loads comes from the assets alone.
    `script-src 'nonce-${nonce}' ${origin}/flow/assets/`,
    `style-src 'nonce-${nonce}' ${origin}/flow/assets/`,
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

const originForm = /^https?:\/\/[a-z0-9.[\]:-]+$/i;

/** A page that leads nowhere has nothing to protect, and a host's frame must be able to show that. */
function ancestorsOf(origins: '*' | readonly string[]): string {
  if (origins === '*') return '*';
  const named = origins.filter((origin) => originForm.test(origin));
  return named.length === 0 ? `'none'` : named.join(' ');
}

/** Only a wish, and only where it cannot be anything else than a language. */
function languageOf({ url = '' }: IncomingMessage): string {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const wish = new URLSearchParams(query).get('lang')?.replaceAll('_', '-') ?? '';
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(wish) ? wish : 'en';
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`);
