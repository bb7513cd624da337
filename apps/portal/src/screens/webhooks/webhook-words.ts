import type { Words } from '../../words/words.ts';

/** Name of a webhook type; the type itself if it has none. */
export const typeName = (words: Pick<Words, 'types'>, type: string): string =>
  (words.types as Record<string, string>)[type] ?? type;

/** The outcome of a delivery attempt. */
interface Try {
  /** `null`: there was no response. */
  httpStatus: number | null;
  /** Why there was no response, in the service's terms; `null`: there was one, or it is not known yet. */
  errorClass: string | null;
}

/** Describes an attempt: the status of the response, or why there was none; `null` if neither is known. */
export function answerOf(words: Pick<Words, 'webhooks'>, { httpStatus, errorClass }: Try): string | null {
  if (httpStatus !== null) return `HTTP ${httpStatus}`;
  if (errorClass === null) return null;
  const texts: Record<string, string> = words.webhooks.errors;
  return (errorClass.startsWith('url_') ? texts['url'] : texts[errorClass]) ?? errorClass;
}
