// English texts that are loaded with the first page; the texts of some pages are loaded with those pages.
import { shell } from './en/shell.ts';
import { home } from './en/home.ts';
import { sessions } from './en/sessions.ts';
import { webhooks } from './en/webhooks.ts';
import { entry } from './en/entry.ts';
import { settings } from './en/settings.ts';

/** Texts of the portal in English, without those that are loaded with a page. */
export const en = {
  ...shell,
  /** The reason for a decision by its code; the service provides the English text. */
  reasonIs: (_code: number, text: string): string => text,
  ...home,
  ...sessions,
  ...webhooks,
  ...entry,
  ...settings,
};
