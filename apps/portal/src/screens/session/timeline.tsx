import { icons, Panel, Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { actorWord } from './actor-word.ts';
import { NoteDialog } from './session-dialogs.tsx';

const statusWord = (words: Words, status: string): string =>
  (words.status as Record<string, string>)[status] ?? status;

/** The history of a session with its actors, newest first, including people's notes. */
export function Timeline({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const [noting, setNoting] = useState(false);
  const newestFirst = session.timeline.toSorted((one, other) => other.id - one.id);
  return (
    <Panel
      title={words.session.timeline}
      actions={
        session.canNote && (
          <Button
            variant="default"
            size="xs"
            leftSection={<icons.plus size={14} />}
            onClick={() => setNoting(true)}
          >
            {words.session.addNote}
          </Button>
        )
      }
    >
      <ol className="timeline">
        {newestFirst.map(({ id, at, actor, action, from, to, note }) => (
          <li key={id} data-note={note !== null}>
            <span className="timeline-what">
              {(words.actions as Record<string, string>)[action] ?? action}
              {to !== null && to !== from && <strong> {statusWord(words, to)}</strong>}
            </span>
            {note !== null && <blockquote>{note}</blockquote>}
            <span className="quiet small">
              {actorWord(words, actor)} · <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
      {noting && <NoteDialog id={session.id} onClose={() => setNoting(false)} />}
    </Panel>
  );
}
