// Brazilian Portuguese texts that are loaded with the first page; the texts of some pages are loaded with those pages.
import { shell } from './pt-br/shell.ts';
import { home } from './pt-br/home.ts';
import { sessions } from './pt-br/sessions.ts';
import { webhooks } from './pt-br/webhooks.ts';
import { entry } from './pt-br/entry.ts';
import { settings } from './pt-br/settings.ts';
import { reasons } from './pt-br/reasons.ts';
import type { FirstWords } from './words.ts';

/** Texts of the portal in Brazilian Portuguese, without those that are loaded with a page. */
export const ptBr: FirstWords = {
  ...shell,
  reasonIs: (code, text) => reasons[code] ?? text,
  ...home,
  ...sessions,
  ...webhooks,
  ...entry,
  ...settings,
};
