import { UsageError } from '@countersign/command-line';

/** Milliseconds within which an address must respond. */
const limitMs = 10_000;

/** One finding. `advice` does not affect the exit status. */
export interface Check {
  check: string;
  result: 'ok' | 'wrong' | 'advice';
  detail: string;
}

export const ok = (check: string, detail: string): Check => ({ check, result: 'ok', detail });
export const wrong = (check: string, detail: string): Check => ({ check, result: 'wrong', detail });
export const advice = (check: string, detail: string): Check => ({ check, result: 'advice', detail });

/** An address did not respond at all: nothing can be checked. */
export class NoAnswer extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = 'NoAnswer';
  }
}

/** Sends a request with a time limit. @throws NoAnswer */
export async function request(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) });
  } catch (error) {
    const cause =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : '';
    throw new NoAnswer(`${url.href}: must answer; ${cause}`, { cause: error });
  }
}

/** Parses an option as a URL. @throws UsageError */
export function addressOf(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--${option}: must be an address that begins with http:// or https://, not ${text}`);
  return url;
}

/** Parses an option as an origin. @throws UsageError */
export function originOf(option: string, text: string): URL {
  if (!URL.canParse(text))
    throw new UsageError(`--${option}: must be an origin such as https://verify.example.com, not ${text}`);
  return new URL(new URL(text).origin);
}
