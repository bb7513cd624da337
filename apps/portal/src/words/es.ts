// Spanish texts that are loaded with the first page; the texts of some pages are loaded with those pages.
import { shell } from './es/shell.ts';
import { home } from './es/home.ts';
import { sessions } from './es/sessions.ts';
import { webhooks } from './es/webhooks.ts';
import { entry } from './es/entry.ts';
import { settings } from './es/settings.ts';
import { reasons } from './es/reasons.ts';
import type { FirstWords } from './words.ts';

/** Texts of the portal in Spanish, without those that are loaded with a page. */
export const es: FirstWords = {
  ...shell,
  reasonIs: (code, text) => reasons[code] ?? text,
  ...home,
  ...sessions,
  ...webhooks,
  ...entry,
  ...settings,
};
