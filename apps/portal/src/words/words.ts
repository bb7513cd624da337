import type { en } from './en.ts';
import type { audit } from './en/audit.ts';
import type { branding } from './en/branding.ts';
import type { developers } from './en/developers.ts';
import type { help } from './en/help.ts';
import type { session } from './en/session.ts';

/** Texts that are loaded with the first page. */
export type FirstWords = typeof en;

/** Texts that are loaded with the pages that show them, by the name of their part. */
export interface LaterWords {
  session: typeof session;
  audit: typeof audit;
  branding: typeof branding;
  developers: typeof developers;
  help: typeof help;
}

/** A part of the texts that is loaded with a page. */
export type Part = keyof LaterWords;

/** All texts; a page has those of the parts that its route names. */
export type Words = FirstWords &
  LaterWords['session'] &
  LaterWords['audit'] &
  LaterWords['branding'] &
  LaterWords['developers'] &
  LaterWords['help'];
