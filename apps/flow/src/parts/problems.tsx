import type { FlowProblem } from '@countersign/contract';
import type { JSX } from 'preact';
import type { FirstWords } from '../words/camera-texts.ts';
import { useSpeech } from '../words/context.ts';
import { Icon } from './icon.tsx';

/** Text for a problem of a picture; a general one for unknown codes. */
export function problemText(code: string, words: FirstWords): string {
  const texts: Record<string, string> = words.problems;
  return Object.prototype.hasOwnProperty.call(texts, code) ? texts[code]! : words.problemOther;
}

/** All problems, each with advice. */
export function ProblemList({ problems }: { problems: readonly FlowProblem[] }): JSX.Element {
  const { words } = useSpeech();
  const texts = [...new Set(problems.map(({ code }) => problemText(code, words)))];
  return (
    <ul class="problems">
      {texts.map((text) => (
        <li key={text}>
          <Icon name="warn" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
