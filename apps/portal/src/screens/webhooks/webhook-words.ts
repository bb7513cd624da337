import type { Words } from '../../words/words.ts';

/** Name of a webhook type; the type itself where there is none. */
export const typeName = (words: Pick<Words, 'types'>, type: string): string =>
  (words.types as Record<string, string>)[type] ?? type;

/** What one try to deliver came to. */
interface Try {
  /** `null`: no answer came. */
  httpStatus: number | null;
  /** The cause without an answer, as the service names it; `null`: none, or not known yet. */
  errorClass: string | null;
}

/** A try in words: the status of the answer, or why there was none; `null` where neither is known. */
export function answerOf(words: Pick<Words, 'webhooks'>, { httpStatus, errorClass }: Try): string | null {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  if (errorClass === null) return null;
  const texts: Record<string, string> = words.webhooks.errors;
  return (errorClass.startsWith('url_') ? texts['url'] : texts[errorClass]) ?? errorClass;
}
