import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Pages } from '../http/pages.ts';
import { builtFolder, folderPages } from '../http/static-files.ts';

/** The folder of the console's page built into this installation; `null` if it was not built. */
export const builtConsole = (): string | null => builtFolder('dist/console/shell.html');

/** Addresses of screens: the page itself selects the screen from the address. */
const screens = [
  '/',
  '/organisations',
  '/organisations/*',
  '/integrations',
  '/integrations/*',
  '/sessions',
  '/sessions/*',
  '/queues',
  '/retention',
  '/lists',
  '/system',
  '/audit',
];

/** Sent with every response: browsers must not cache or frame the console, or load anything from elsewhere. */
export const consoleHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** The page and its files. @param folder contains `shell.html` and `assets/` */
export function consolePages(folder: string): Pages {
  const template = readFileSync(path.join(folder, 'shell.html'), 'utf8');
  const show: Page = () => {
    const nonce = randomBytes(16).toString('base64');
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: template.replaceAll('{{nonce}}', nonce),
      headers: { 'content-security-policy': policyOf(nonce) },
    };
  };
  return new Map([
    ...screens.map((screen): [string, Page] => [screen, show]),
    ...folderPages(path.join(folder, 'assets'), '/assets/', {}),
  ]);
}

/** The nonce is for styles written by components; scripts are always files. */
const policyOf = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
