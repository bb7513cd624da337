import { icons, Panel, Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { StatusMark } from '../../parts/marks.tsx';
import { useSpeech } from '../../words/context.tsx';
import { reasonIn } from '../../words/reason-words.ts';
import { AttemptStatuses } from './attempt-statuses.tsx';
import { contextWord, pictureQuery, type Picture } from './picture.ts';

type Attempt = PortalSession['attemptList'][number];

const Viewer = lazy(() =>
  import('./picture-viewer.tsx').then(({ PictureViewer }) => ({ default: PictureViewer })),
);

/** The attempts of a session, newest first, each with its decisions and pictures. */
export function Attempts({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const newestFirst = session.attemptList.toSorted((one, other) => other.ordinal - one.ordinal);
  return (
    <Panel title={words.session.attempts}>
      {newestFirst.length === 0 && <p className="quiet">{words.session.noAttempts}</p>}
      {newestFirst.map((attempt) => (
        <AttemptBlock key={attempt.id} attempt={attempt} session={session} />
      ))}
    </Panel>
  );
}

function AttemptBlock({ attempt, session }: { attempt: Attempt; session: PortalSession }) {
  const { words } = useSpeech();
  return (
    <div className="attempt">
      <div className="attempt-head">
        <h3>{words.session.attempt(attempt.ordinal)}</h3>
        <StatusMark status={attempt.status} />
        <span className="quiet small">
          {words.sessions.created} <Time at={attempt.createdAt} />
          {attempt.submittedAt !== null && (
            <>
              {' · '}
              {words.session.submitted} <Time at={attempt.submittedAt} />
            </>
          )}
        </span>
      </div>
      {attempt.decisions.length > 0 && (
        <ul className="decisions" aria-label={words.session.decisions}>
          {attempt.decisions.map(({ createdAt, status, code, reasonCode, reason, kind }) => (
            <li key={createdAt}>
              <StatusMark status={status} />
              <span className="mono small">{code}</span>
              <span>{reasonIn(words, reasonCode, reason) ?? words.session.kinds[kind]}</span>
              <span className="quiet small">
                {reason !== null && `${words.session.kinds[kind]} · `}
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <AttemptStatuses attempt={attempt} session={session} />
      {session.redacted === null && <Pictures attempt={attempt} session={session} />}
    </div>
  );
}

function Pictures({ attempt, session }: { attempt: Attempt; session: PortalSession }) {
  const { words } = useSpeech();
  const [shown, show] = useState<Picture | null>(null);
  const { media } = attempt;
  if (media.length === 0) return <p className="quiet small">{words.session.noPictures}</p>;
  const isRevealed = session.revealedUntil !== null;
  return (
    <>
      {!isRevealed && <p className="quiet small">{words.session.picturesMasked}</p>}
      <ul className="pictures" aria-label={words.session.picturesOf(attempt.ordinal)}>
        {media.map(({ id, context, mimetype }) => {
          const picture = { sessionId: session.id, id, context };
          const isPicture = mimetype.startsWith('image/');
          return (
            <li key={id}>
              {isRevealed && isPicture ? (
                <button
                  type="button"
                  className="thumb"
                  aria-label={words.session.openPicture(contextWord(words, context))}
                  onClick={() => show(picture)}
                >
                  <Thumb picture={picture} />
                </button>
              ) : (
                <span className="thumb" data-locked>
                  <icons.lock size={20} />
                </span>
              )}
              <span className="small">{contextWord(words, context)}</span>
            </li>
          );
        })}
      </ul>
      {shown && (
        <Suspense>
          <Viewer
            first={shown}
            pictures={media
              .filter(({ mimetype }) => mimetype.startsWith('image/'))
              .map(({ id, context }) => ({ sessionId: session.id, id, context }))}
            onClose={() => show(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Thumb({ picture }: { picture: Picture }) {
  const { data, isError } = useQuery(pictureQuery(picture));
  if (isError) return <icons.warning size={20} />;
  return data === undefined ? <Skeleton height="100%" /> : <img src={data} alt="" />;
}
