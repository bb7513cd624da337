import { endpoints } from '@countersign/contract';
import { Mark, type Tone } from '../../parts/marks.tsx';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/en.ts';

const calls = new Map<string, string>(
  endpoints.map(({ name, method, path }) => [name, `${method} ${path.replaceAll(/:\w+/g, '{id}')}`]),
);

/** Method and path of an endpoint. */
export const callOf = (words: Words, route: string): string =>
  route === 'none' ? words.requests.noEndpoint : (calls.get(route) ?? route);

/** Every endpoint that requests lead to, and none. */
export const routeChoices = (words: Words): { value: string; label: string }[] =>
  [...calls.keys(), 'none'].map((value) => ({ value, label: callOf(words, value) }));

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 200 ? 'good' : 'idle';
}

/** What a request was answered with. */
export function AnswerMark({ status }: { status: number }) {
  const { words } = useSpeech();
  return <Mark tone={toneOf(status)}>{status === 0 ? words.requests.gone : `HTTP ${status}`}</Mark>;
}
