import { Dialog, DoneNote, Note } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button, Checkbox, Group, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../parts/states.tsx';
import { useSpeech } from '../../words/context.tsx';
import { type Hit, type Report, useReviews } from './use-reviews.ts';

interface ChosenHitsProps {
  hits: readonly Hit[];
  chosen: readonly Hit[];
  choose: (hits: readonly Hit[]) => void;
  decide: () => void;
}

/** Selects all hits, and decides the selected ones. */
export function ChosenHits({ hits, chosen, choose, decide }: ChosenHitsProps) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const isAll = chosen.length === hits.length;
  return (
    <div className="chosen">
      <Checkbox
        label={texts.chooseAll}
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={() => choose(isAll ? [] : hits)}
      />
      <span className="quiet" role="status">
        {chosen.length > 0 && texts.chosen(chosen.length)}
      </span>
      <div className="chosen-actions">
        <Button size="compact-sm" variant="default" disabled={chosen.length === 0} onClick={decide}>
          {texts.marks.false_positive}
        </Button>
      </div>
    </div>
  );
}

interface BulkHitsProps {
  session: PortalSession;
  hits: readonly Hit[];
  /** Called with the hits that are still undecided. */
  onClose: (left: readonly Hit[]) => void;
}

/** Decides several hits as false positives, with one review for each, and can undo this. */
export function BulkHits({ session, hits, onClose }: BulkHitsProps) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  // The selection when the dialog was opened: the page is refreshed meanwhile.
  const [chosen] = useState(hits);
  const [note, setNote] = useState('');
  const reviews = useReviews(session);
  const { report } = reviews;
  const isDone = (hit: Hit) => report.done.some((wanted) => wanted.hit.id === hit.id);
  const left = report.isUndo ? chosen : chosen.filter((hit) => !isDone(hit));
  const title = texts.bulkTitle(chosen.length);
  if (report.total === 0)
    return (
      <Dialog title={title} onClose={() => onClose(chosen)}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const to = { matchStatus: 'false_positive', riskLevel: null } as const;
            const text = note.trim() === '' ? null : note.trim();
            reviews.run(chosen.map((hit) => ({ hit, to, note: text })));
          }}
        >
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {texts.bulkIntro}
            </Text>
            <Textarea
              label={words.session.note}
              description={words.session.noteHint}
              maxLength={4_000}
              rows={2}
              data-autofocus
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => onClose(chosen)}>
                {words.common.cancel}
              </Button>
              <Button type="submit">{texts.marks.false_positive}</Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={() => onClose(left)} firm={report.busy}>
      <Stack gap="md">
        <Going report={report} />
        <Group justify="flex-end" gap="sm">
          {report.busy && (
            <Button variant="default" onClick={reviews.stop}>
              {texts.stop}
            </Button>
          )}
          {!report.busy && !report.isUndo && report.done.some(({ proposed }) => !proposed) && (
            <Button variant="default" onClick={reviews.undo}>
              {texts.undo}
            </Button>
          )}
          {!report.busy && <Button onClick={() => onClose(left)}>{words.common.close}</Button>}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The progress, and the hits that failed. */
function Going({ report }: { report: Report }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const { total, done, failed, busy, isUndo } = report;
  const over = done.length + failed.length;
  const proposed = done.filter((each) => each.proposed).length;
  const decided = done.length - proposed;
  return (
    <>
      {busy ? (
        <div>
          <p className="small" role="status">
            {texts.progress(over, total)}
          </p>
          <Progress value={(over / total) * 100} aria-label={texts.progress(over, total)} />
        </div>
      ) : (
        <DoneNote>
          {decided > 0 && (isUndo ? texts.undone(decided) : texts.bulkDone(decided))}
          {proposed > 0 && ` ${words.session.proposals.bulk(proposed)}`}
        </DoneNote>
      )}
      {failed.length > 0 && (
        <>
          <div role="alert">
            <Note tone="warn" icon="warning">
              {texts.bulkFailed(failed.length)}
            </Note>
          </div>
          <ul className="refused-rows">
            {failed.map(({ hit, failure }) => (
              <li key={hit.id}>
                <span>{hit.name}</span>
                <span>{failureText(words, failure)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
