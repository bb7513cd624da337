import { Mark, type Tone } from '@countersign/browser-ui';
import { endpoints, type PortalRequest } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

const calls = new Map<string, string>(
  endpoints.map(({ name, method, path }) => [name, `${method} ${path.replaceAll(/:\w+/g, '{id}')}`]),
);

/** Method and path of an endpoint. */
export const callOf = (words: Words, route: string): string =>
  route === 'none' ? words.requests.noEndpoint : (calls.get(route) ?? route);

/** All endpoints, and none of them, as choices. */
export const routeChoices = (words: Words): { value: string; label: string }[] =>
  [...calls.keys(), 'none'].map((value) => ({ value, label: callOf(words, value) }));

/** Why a request was rejected; for causes of later releases, the service's own text. */
export const refusalText = ({ explanations }: Words, { cause, reason }: PortalRequest): string | null =>
  (cause === null ? null : (explanations.refusals as Partial<Record<string, string>>)[cause]) ?? reason;

/** What would have been accepted, and whether the text is in the language of the page; `null` if there is only the reason. */
export function acceptedText(
  { explanations }: Words,
  { cause, reason, detail }: PortalRequest,
): { text: string; isTranslated: boolean } | null {
  const known =
    cause === null ? undefined : (explanations.accepted as Partial<Record<string, string>>)[cause];
  if (known !== undefined) return { text: known, isTranslated: true };
  // Names the member, its format and its limits in the terms of the API.
  return detail === null || detail === reason ? null : { text: detail, isTranslated: false };
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 200 ? 'good' : 'idle';
}

/** The HTTP status of a response. */
export function AnswerMark({ status }: { status: number }) {
  const { words } = useSpeech();
  return <Mark tone={toneOf(status)}>{status === 0 ? words.requests.gone : `HTTP ${status}`}</Mark>;
}
