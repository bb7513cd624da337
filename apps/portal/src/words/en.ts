// The texts in English that are there from the first page on; those of some pages come with them.
import { shell } from './en/shell.ts';
import { home } from './en/home.ts';
import { sessions } from './en/sessions.ts';
import { webhooks } from './en/webhooks.ts';
import { entry } from './en/entry.ts';
import { settings } from './en/settings.ts';

/** Texts of the portal in English, without those that come with a page. */
export const en = {
  ...shell,
  /** The reason of a decision by its code, of which the service gives the text in English. */
  reasonIs: (_code: number, text: string): string => text,
  ...home,
  ...sessions,
  ...webhooks,
  ...entry,
  ...settings,
};
