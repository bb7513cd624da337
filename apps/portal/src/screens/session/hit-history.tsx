import { Time } from '@countersign/browser-ui';
import { useSpeech } from '../../words/context.tsx';
import { actorWord } from './actor-word.ts';
import type { Hit } from './use-reviews.ts';

/** The decisions about a hit, with who made them and their notes; renders nothing if there are none. */
export function HitHistory({ hit: { name, history } }: { hit: Hit }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  if (history.length === 0) return null;
  return (
    <details className="explanation">
      <summary>{texts.history(name, history.length)}</summary>
      <ol className="timeline panel-line">
        {history.map(({ at, actor, to, riskLevel, note }, place) => (
          <li key={history.length - place} data-note={note !== null}>
            <span className="timeline-what">
              {texts.marks[to]}
              {riskLevel !== null && ` · ${words.session.hitRisk}: ${texts.risks[riskLevel]}`}
            </span>
            {note !== null && <blockquote>{note}</blockquote>}
            <span className="quiet small">
              {actorWord(words, actor)} · <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
