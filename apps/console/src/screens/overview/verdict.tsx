import { Note } from '@countersign/browser-ui';
import { words } from '../../words.ts';
import { useOverview } from './use-overview.ts';

/** The overall state, as a sentence and as numbers that link to their panels. */
export function Verdict() {
  const { counts, waiting, isReading, isPartial } = useOverview();
  const wrong = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const isFine = wrong === 0 && !isPartial;
  return (
    <section aria-label={words.overview.verdict} className="verdict">
      <div role="status">
        {isReading ? (
          <Note tone="idle" icon="search">
            {words.overview.reading}
          </Note>
        ) : (
          <Note tone={isFine ? 'good' : 'bad'} icon={isFine ? 'check' : 'warning'}>
            <strong>
              {wrong === 0 && isPartial ? words.overview.partial : words.overview.verdictOf(wrong)}
            </strong>{' '}
            {wrong > 0 && isPartial && words.overview.partial}
          </Note>
        )}
      </div>
      <ul className="tiles">
        {Object.entries(counts).map(([part, count]) => (
          <Tile
            key={part}
            part={part as keyof typeof counts}
            count={count}
            tone={(count ?? 0) === 0 ? 'good' : 'bad'}
          />
        ))}
        <Tile part="waiting" count={waiting} tone={(waiting ?? 0) === 0 ? 'good' : 'warn'} />
      </ul>
    </section>
  );
}

interface TileProps {
  part: keyof typeof words.overview.parts;
  count: number | null;
  tone: 'good' | 'bad' | 'warn';
}

/** A number with its label and a link. */
function Tile({ part, count, tone }: TileProps) {
  const shown = (
    <>
      <span className="tile-count">{count ?? '–'}</span>
      <span>{words.overview.parts[part]}</span>
    </>
  );
  return (
    <li data-tone={count === null ? 'idle' : tone}>
      {count === null || count === 0 ? (
        <div className="tile">{shown}</div>
      ) : (
        <a className="tile" href={`#${part}`}>
          {shown}
        </a>
      )}
    </li>
  );
}
