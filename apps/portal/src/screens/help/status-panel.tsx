import { Mark, Panel, Time } from '@countersign/browser-ui';
import type { PortalCondition } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.tsx';
import { statusQuery } from '../../service/queries.ts';
import { useSpeech } from '../../words/context.tsx';

const tones = { ok: 'good', slow: 'warn', down: 'bad' } as const;

interface LineProps {
  name: string;
  condition: PortalCondition;
  detail: string;
}

function Line({ name, condition, detail }: LineProps) {
  const { words } = useSpeech();
  return (
    <li>
      <span className="status-head">
        <span>{name}</span>
        <Mark tone={tones[condition]}>{words.help.conditions[condition]}</Mark>
      </span>
      <span className="quiet small">{detail}</span>
    </li>
  );
}

/** The status of the system, as far as it affects the reader's own sessions. */
export function StatusPanel() {
  const { words } = useSpeech();
  const texts = words.help;
  const query = useQuery(statusQuery);
  return (
    <Panel title={texts.status} intro={texts.statusIntro}>
      <Loaded query={query} lines={6}>
        {({ version, at, databaseMs, queues, pictures, lists }) => (
          <>
            <ul className="plain-list status-lines">
              <Line
                name={texts.database}
                condition={databaseMs > 1_000 ? 'slow' : 'ok'}
                detail={texts.answered(databaseMs)}
              />
              {queues.map(({ queue, condition, waiting, oldestSeconds, parked }) => (
                <Line
                  key={queue}
                  name={texts.queues[queue]}
                  condition={condition}
                  detail={[
                    waiting === 0 ? texts.idle : texts.waiting(waiting, oldestSeconds),
                    ...(parked > 0 ? [texts.parked(parked)] : []),
                  ].join(' ')}
                />
              ))}
              {pictures !== null && (
                <Line
                  name={texts.pictures}
                  condition={pictures.condition}
                  detail={pictures.condition === 'ok' ? texts.picturesGood : texts.picturesWait}
                />
              )}
              {lists !== null && (
                <Line
                  name={texts.lists}
                  condition={lists.condition}
                  detail={[
                    lists.late > 0 ? texts.listsLate(lists.late) : texts.listsGood(lists.sources),
                    ...(lists.oldestSeconds === null
                      ? []
                      : [texts.listsAge(Math.floor(lists.oldestSeconds / 3_600))]),
                  ].join(' ')}
                />
              )}
            </ul>
            <p className="quiet small">
              {texts.version(version)} · <Time at={at} exact />
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
