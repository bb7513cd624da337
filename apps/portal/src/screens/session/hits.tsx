import { type Column, DataTable, DoneNote, Mark } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { BulkHits, ChosenHits } from './hit-bulk.tsx';
import { Explanation } from './hit-explanation.tsx';
import { entriesOf, listNames, openBeside } from './hit-groups.ts';
import { HitHistory } from './hit-history.tsx';
import { HitReviewDialog } from './hit-review-dialog.tsx';
import { Triage } from './hit-triage.tsx';
import { ScreeningAssignee } from './screening-assignee.tsx';
import { type Hit, together, useReviews } from './use-reviews.ts';

type Screening = NonNullable<PortalSession['screening']>;

const tones = {
  potential_match: 'warn',
  true_match: 'bad',
  false_positive: 'good',
  inconclusive: 'busy',
} as const;

interface HitsProps {
  session: PortalSession;
  screening: Screening;
}

/** The hits of a result and the actions on them: by mouse or keyboard, one by one or several at once. */
export function Hits({ session, screening }: HitsProps) {
  const { words } = useSpeech();
  const texts = words.session;
  const { hits, canDecide } = screening;
  const [deciding, setDeciding] = useState<Hit | null>(null);
  const [shownId, showId] = useState<string | null>(null);
  const [isOpen, open] = useState(false);
  const [chosenIds, chooseIds] = useState<readonly string[]>([]);
  const [isBulk, setBulk] = useState(false);
  const reviews = useReviews(session);
  const shown =
    hits.find(({ id }) => id === shownId) ??
    hits.find(({ matchStatus }) => matchStatus === 'potential_match') ??
    hits[0];
  const chosen = hits.filter(({ id }) => chosenIds.includes(id));
  const choose = (wanted: readonly Hit[]) => chooseIds(wanted.map(({ id }) => id));
  useFirstOpenHit(hits);
  const table = (
    <DataTable
      caption={texts.hitsCaption}
      columns={useColumns({
        session,
        hits,
        canDecide,
        chosen,
        choose,
        decide: setDeciding,
        shown,
        show: showId,
      })}
      rows={hits}
      keyOf={({ id }) => id}
      continues={(hit) => entriesOf(hits, hit)[0] !== hit}
    />
  );
  return (
    <>
      <Finished session={session} status={screening.status} />
      <ScreeningAssignee sessionId={session.id} screening={screening} />
      {canDecide && <ChosenHits {...{ hits, chosen, choose }} decide={() => setBulk(true)} />}
      {canDecide ? (
        <Triage hits={hits} reviews={reviews}>
          {table}
        </Triage>
      ) : (
        table
      )}
      {session.revealedUntil === null && <p className="quiet small panel-line">{texts.explanation.masked}</p>}
      {shown && (
        <Explanation sessionId={session.id} screening={screening} hit={shown} open={isOpen} onToggle={open} />
      )}
      {shown && <HitHistory key={shown.id} hit={shown} />}
      {deciding !== null && (
        <HitReviewDialog
          sessionId={session.id}
          hit={hits.find(({ id }) => id === deciding.id) ?? deciding}
          beside={openBeside(hits, deciding)}
          fourEyes={session.fourEyes}
          onClose={() => setDeciding(null)}
          onTogether={(first, beside) => together(reviews, first, beside)}
        />
      )}
      {isBulk && (
        <BulkHits
          session={session}
          hits={chosen}
          onClose={(left) => {
            setBulk(false);
            choose(left);
          }}
        />
      )}
    </>
  );
}

/** When coming from the queue, the first open hit gets the focus, so that keys decide it at once. */
function useFirstOpenHit(hits: readonly Hit[]): void {
  const first = hits.find(({ matchStatus }) => matchStatus === 'potential_match')?.id;
  useEffect(() => {
    if (location.hash !== '#hits' || first === undefined) return;
    document.querySelector<HTMLElement>(`[data-hit="${first}"]`)?.focus();
    // Only when the page opens.
  }, []);
}

/** Marks several rows as entries of one listed person. */
function OnePerson({ entries, hit }: { entries: readonly Hit[]; hit: Hit }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  if (entries.length < 2) return null;
  return (
    <span className="quiet small">
      {entries[0] === hit ? texts.entries(entries.length) : texts.sameAsAbove}
    </span>
  );
}

interface NamedProps {
  hits: readonly Hit[];
  hit: Hit;
  /** Its details are shown below the table. */
  isShown: boolean;
  show: (id: string) => void;
}

/** The name of a hit, its lists once data is revealed, and whose other entries exist. */
function Named({ hits, hit, isShown, show }: NamedProps) {
  return (
    <span className="stacked">
      <button type="button" className="as-link" aria-pressed={isShown} onClick={() => show(hit.id)}>
        <bdi className="wrap">{hit.name}</bdi>
      </button>
      {hit.listed && <span className="quiet small wrap">{listNames(hit.listed)}</span>}
      <OnePerson entries={entriesOf(hits, hit)} hit={hit} />
    </span>
  );
}

/** The decision about a hit, and whether it awaits a second person. */
function MatchMark({ session, hit: { id, matchStatus } }: { session: PortalSession; hit: Hit }) {
  const { words } = useSpeech();
  const texts = words.session;
  return (
    <>
      <Mark tone={tones[matchStatus]}>{texts.hitReview.marks[matchStatus]}</Mark>
      {session.proposals.some(({ hitId }) => hitId === id) && (
        <span className="quiet small"> {texts.proposals.mark}</span>
      )}
    </>
  );
}

interface ColumnsProps {
  session: PortalSession;
  hits: readonly Hit[];
  canDecide: boolean;
  chosen: readonly Hit[];
  choose: (hits: readonly Hit[]) => void;
  decide: (hit: Hit) => void;
  /** The hit whose details are below the table: the last one that had the focus. */
  shown: Hit | undefined;
  show: (id: string) => void;
}

function useColumns({
  session,
  hits,
  canDecide,
  chosen,
  choose,
  decide,
  shown,
  show,
}: ColumnsProps): Column<Hit>[] {
  const { words } = useSpeech();
  const texts = words.session;
  const chooser: Column<Hit> = {
    key: 'choose',
    title: texts.hitReview.choose,
    chooses: true,
    cell: (hit) => (
      <Checkbox
        aria-label={texts.hitReview.chooseHit(hit.name)}
        checked={chosen.includes(hit)}
        onChange={(event) =>
          choose(event.currentTarget.checked ? [...chosen, hit] : chosen.filter((each) => each !== hit))
        }
      />
    ),
  };
  const decider: Column<Hit> = {
    key: 'decide',
    title: texts.hitReview.decide,
    quiet: true,
    cell: (hit) => (
      <Button
        size="compact-sm"
        variant="default"
        data-row
        data-hit={hit.id}
        aria-label={texts.hitReview.decideHit(hit.name)}
        onFocus={() => show(hit.id)}
        onClick={() => decide(hit)}
      >
        {texts.hitReview.decide}
      </Button>
    ),
  };
  return [
    ...(canDecide ? [chooser] : []),
    {
      key: 'name',
      title: texts.hitName,
      heads: true,
      cell: (hit) => <Named hits={hits} hit={hit} isShown={hit.id === shown?.id} show={show} />,
    },
    { key: 'score', title: texts.hitScore, numeric: true, cell: ({ score }) => score.toFixed(0) },
    {
      key: 'match',
      title: texts.hitMatch,
      cell: (hit) => <MatchMark session={session} hit={hit} />,
    },
    {
      key: 'risk',
      title: texts.hitRisk,
      cell: ({ riskLevel }) => (riskLevel === null ? '–' : texts.hitReview.risks[riskLevel]),
    },
    ...(canDecide ? [decider] : []),
  ];
}

/** When the last hit is decided while the page is open: reports that the result was sent, and where to see it. */
function Finished({ session, status }: { session: PortalSession; status: Screening['status'] }) {
  const { words } = useSpeech();
  const { can } = useMe();
  const texts = words.session.hitReview;
  const [isNew, setNew] = useState(false);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'potential_match' && status === 'reviewed') setNew(true);
    if (status !== 'reviewed') setNew(false);
    before.current = status;
  }, [status]);
  const webhook = session.webhooks.find(({ type }) => type === 'watchlist-screening');
  return (
    <DoneNote>
      {isNew && (
        <>
          {webhook ? texts.finished : texts.finishedUnsent}{' '}
          {webhook && can('read-webhooks') && (
            <>
              <Link to="/webhooks/$id" params={{ id: webhook.id }}>
                {texts.toWebhook}
              </Link>
              {' · '}
            </>
          )}
          <Link to="/screening">{texts.toQueue}</Link>
        </>
      )}
    </DoneNote>
  );
}
