import { CountersignError, type FrameOptions } from './api.ts';

/** Checked options. */
export interface Target {
  /** Session URL as given: two frames with the same URL are the same frame. */
  session: string;
  /** URL the frame loads. */
  href: string;
  /** Origin of the flow: the only one that messages are accepted from and posted to. */
  origin: string;
  /** Container of an embedded frame; null: a modal was requested. */
  root: HTMLElement | null;
}

const localHost = /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/;

/** @throws CountersignError for the first option that is not acceptable */
export function readOptions({ url, lang, embedded, embeddedOptions }: FrameOptions): Target {
  if (typeof document === 'undefined')
    throw new CountersignError('NO_DOM', 'createFrame: must run in a browser');
  if (!url) throw new CountersignError('URL_MISSING', 'url: must be the session URL');
  const parsed = parseUrl(url);
  if (lang) parsed.searchParams.set('lang', lang);
  return {
    session: url,
    href: parsed.href,
    origin: parsed.origin,
    root: embedded ? findRoot(embeddedOptions?.rootElementID) : null,
  };
}

function parseUrl(url: string): URL {
  try {
    const parsed = new URL(url);
    if (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && localHost.test(parsed.hostname)))
      return parsed;
  } catch {
    // Not absolute: rejected below.
  }
  throw new CountersignError('URL_INVALID', `url: must be an https: URL, not "${url}"`);
}

const rootMustBe = 'rootElementID: must be the id of an element';

function findRoot(id: string | undefined): HTMLElement {
  if (!id) throw new CountersignError('ROOT_ELEMENT_ID_MISSING', rootMustBe);
  const root = document.getElementById(id);
  if (!root) throw new CountersignError('ROOT_ELEMENT_NOT_FOUND', `${rootMustBe}, not "${id}"`);
  return root;
}
