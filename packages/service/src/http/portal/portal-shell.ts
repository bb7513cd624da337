import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { type PortalLanguage, portalLanguages } from '@countersign/contract';
import type { Page, Pages } from '../pages.ts';
import { builtFolder, folderPages, immutable } from '../static-files.ts';

/** The folder of the portal's page built into this installation; `null` if it was not built. */
export const builtPortal = (): string | null => builtFolder('dist/portal/shell.html');

const gone = { status: 404, type: 'text/plain', body: '' };

/**
 * Everything below `/portal` except its API and files is one page, which selects its screen from the address.
 * @param folder contains `shell.html` and `assets/`
 */
export function portalShell(folder: string): Pages {
  const template = readFileSync(path.join(folder, 'shell.html'), 'utf8');
  const assets = path.join(folder, 'assets');
  const show: Page = (_, request) => {
    if ((request.url ?? '').startsWith('/portal/assets/')) return gone;
    const values = { nonce: randomBytes(16).toString('base64'), language: languageOf(request) };
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: template.replaceAll(
        /\{\{(nonce|language)\}\}/g,
        (_match, name: keyof typeof values) => values[name],
      ),
      headers: headersOf(values.nonce),
    };
  };
  return new Map([
    ['/portal', show],
    ['/portal/*', show],
    // File names contain a digest of their content.
    ...(existsSync(assets) ? folderPages(assets, '/portal/assets/', immutable) : []),
  ]);
}

const headersOf = (nonce: string) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    // For the preview of the flow.
    `frame-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Addresses contain invitation links.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
});

/** The browser's first preferred language that has texts; otherwise English. */
function languageOf({ headers }: IncomingMessage): PortalLanguage {
  for (const wish of (headers['accept-language'] ?? '').split(',', 20)) {
    const base = wish.trim().toLowerCase().split(/[-;]/, 1)[0];
    const found = portalLanguages.find((each) => each.toLowerCase().split('-', 1)[0] === base);
    if (found !== undefined) return found;
  }
  return 'en';
}
