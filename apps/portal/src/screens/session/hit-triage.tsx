import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { failureText } from '../../parts/states.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { openBeside } from './hit-groups.ts';
import type { Decision, Hit, Reviews } from './use-reviews.ts';

/** Keys that decide at once. */
const keys: Readonly<Record<string, Decision>> = {
  f: { matchStatus: 'false_positive', riskLevel: null },
  i: { matchStatus: 'inconclusive', riskLevel: null },
  p: { matchStatus: 'potential_match', riskLevel: null },
};
/** Keys that follow `t`: a true match requires a risk level. */
const riskKeys: Readonly<Record<string, Decision>> = {
  l: { matchStatus: 'true_match', riskLevel: 'low' },
  h: { matchStatus: 'true_match', riskLevel: 'high' },
};

const buttons = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')];

/** Moves the focus to the next open hit, first those after this one; if there is none, it stays. */
function moveOn(hits: readonly Hit[], from: Hit): void {
  const place = hits.indexOf(from);
  const next = [...hits.slice(place + 1), ...hits.slice(0, place)].find(
    ({ matchStatus }) => matchStatus === 'potential_match',
  );
  buttons()
    .find((button) => button.dataset['hit'] === next?.id)
    ?.focus();
}

interface TriageProps {
  hits: readonly Hit[];
  reviews: Reviews;
  /** The table of hits. */
  children: ReactNode;
}

/** Decides the focused hit by one key, or by two if a risk level is needed, and moves on to the next. */
export function Triage({ hits, reviews, children }: TriageProps) {
  const { preferences } = useMe();
  // The hit that is waiting for its risk level.
  const [waiting, wait] = useState<string | null>(null);
  // Hits decided here no longer count as open, although the page has yet to be refreshed.
  const [sent, keep] = useState<Readonly<Record<string, Decision>>>({});
  const shown = hits.map((hit) => {
    const own = sent[hit.id];
    return own && reviews.report.busy ? { ...hit, ...own } : hit;
  });

  /** @param together includes the open hits that are evidently the same listed person */
  function decide(hit: Hit, to: Decision, together: boolean): void {
    const all = together ? [hit, ...openBeside(shown, hit)] : [hit];
    wait(null);
    const own = Object.fromEntries(all.map(({ id }) => [id, to]));
    keep((before) => ({ ...(reviews.report.busy ? before : {}), ...own }));
    reviews.run(all.map((each) => ({ hit: each, to })));
    moveOn(
      shown.filter((each) => each === hit || !all.includes(each)),
      hit,
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const id = (event.target as HTMLElement).closest('tr')?.querySelector<HTMLElement>('[data-hit]')?.dataset[
      'hit'
    ];
    const hit = shown.find((each) => each.id === id);
    if (!preferences.shortcuts || !hit || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const to = waiting === hit.id ? riskKeys[key] : keys[key];
    if (to) decide(hit, to, event.shiftKey);
    else if (key === 't') wait(hit.id);
    else {
      wait(null);
      return;
    }
    event.preventDefault();
  }

  return (
    <>
      <div onKeyDown={onKeyDown}>{children}</div>
      <Outcome hits={shown} reviews={reviews} waiting={shown.find(({ id }) => id === waiting)} />
    </>
  );
}

/** The effect of the last key, the number of hits left, and an undo button. */
function Outcome({
  hits,
  reviews: { report, undo },
  waiting,
}: {
  hits: readonly Hit[];
  reviews: Reviews;
  waiting: Hit | undefined;
}) {
  const { words } = useSpeech();
  const { preferences } = useMe();
  const texts = words.session.hitReview;
  const last = report.done.at(-1);
  const left = hits.filter(({ matchStatus }) => matchStatus === 'potential_match').length;
  return (
    <div className="panel-line triage">
      <p className="small" role="status">
        {waiting && <strong>{texts.riskKey(waiting.name)}</strong>}
        {!waiting &&
          last &&
          `${last.hit.name}: ${texts.marks[last.to.matchStatus]}. ${last.proposed ? words.session.proposals.own : texts.left(left)}`}
      </p>
      {!waiting && last && !last.proposed && !report.isUndo && (
        <Button size="compact-sm" variant="default" disabled={report.busy} onClick={undo}>
          {texts.undo}
        </Button>
      )}
      {report.failed.length > 0 && (
        <p role="alert" className="small">
          {report.failed.map(({ hit, failure }) => `${hit.name}: ${failureText(words, failure)}`).join(' ')}
        </p>
      )}
      {preferences.shortcuts && !waiting && !last && (
        <p className="quiet small">
          {texts.keys}
          {hits.some((hit) => openBeside(hits, hit).length > 0) && ` ${texts.keysTogether}`}
        </p>
      )}
    </div>
  );
}
