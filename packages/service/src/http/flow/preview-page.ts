import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from '../public/answer.ts';
import { brandMarks } from './brand-page.ts';
import { fillShell, languageMarks } from './flow-shell.ts';

/**
 * The page that shows screens of the flow inside the portal. It contains no data of any session or integration: the surrounding portal
 * page, on the same origin, sends it what to show, and only that page may frame it.
 * @param folder contains `preview.html`; `null`: the flow is not installed
 */
export function previewPage(folder: string | null): () => Answer | null {
  const file = folder === null ? null : path.join(folder, 'preview.html');
  if (file === null || !existsSync(file)) return () => null;
  const template = readFileSync(file, 'utf8');
  return () => {
    const nonce = randomBytes(16).toString('base64');
    const page = fillShell(template, { nonce, ...languageMarks('en', {}), ...brandMarks('', null) });
    return { status: 200, headers: headersOf(nonce), body: Buffer.from(page) };
  };
}

const headersOf = (nonce: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'self'`,
    `style-src 'nonce-${nonce}' 'self'`,
    // A logo that is not saved yet is embedded in its address.
    `img-src 'self' data:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
  ].join('; '),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});
