import {
  type Column,
  DataTable,
  Empty,
  icons,
  Mark,
  Page,
  Panel,
  Time,
  timeText,
  type Tone,
} from '@countersign/browser-ui';
import type { PortalExport, PortalExportState } from '@countersign/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { storeAnswer } from '../../parts/download.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change, readRaw } from '../../service/api.ts';
import { exportsQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

const tones: Record<PortalExportState, Tone> = {
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'idle',
  expired: 'idle',
};

function columnsOf(words: Words): Column<PortalExport>[] {
  const texts = words.exports;
  return [
    {
      key: 'requested',
      title: texts.requested,
      heads: true,
      cell: ({ createdAt, requestedBy }) => (
        <span className="stacked">
          <span className="strong">
            <Time at={createdAt} />
          </span>
          <span className="quiet small">{requestedBy}</span>
        </span>
      ),
    },
    { key: 'content', title: texts.content, cell: (row) => <Content row={row} /> },
    { key: 'state', title: texts.state, cell: (row) => <State row={row} /> },
    { key: 'rows', title: texts.rows, numeric: true, cell: (row) => <Size row={row} /> },
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (row) => <Actions row={row} />,
    },
  ];
}

/** The parameters of an export. */
function Content({ row }: { row: PortalExport }) {
  const { words } = useSpeech();
  const texts = words.exports;
  const { format, personal, integrations, statuses, since, until, searched, reason } = row;
  const [only] = integrations;
  const filters = [
    ...(statuses.length > 0 ? [statuses.map((status) => words.status[status]).join(', ')] : []),
    ...(searched ? [texts.searched] : []),
  ];
  return (
    <span className="stacked">
      <span className="integration">
        {texts.formats[format]}
        {personal && <Mark tone="warn">{texts.personal}</Mark>}
      </span>
      <span className="small">
        {integrations.length === 1 && only !== undefined ? (
          <IntegrationName id={only} />
        ) : (
          texts.integrations(integrations.length)
        )}
      </span>
      {filters.length > 0 && <span className="quiet small">{filters.join(' · ')}</span>}
      {(since ?? until) !== null && (
        <span className="quiet small">
          <Time at={since} /> – <Time at={until} />
        </span>
      )}
      {reason !== null && <span className="quiet small reason">{texts.because(reason)}</span>}
    </span>
  );
}

function State({ row: { state, cause, rows, expiresAt, reached } }: { row: PortalExport }) {
  const { words } = useSpeech();
  const texts = words.exports;
  const isWaiting = state === 'running' && rows === 0;
  return (
    <span className="stacked">
      <Mark tone={tones[state]}>{isWaiting ? texts.waiting : texts.states[state]}</Mark>
      {state === 'running' && reached !== null && (
        <span className="quiet small">
          {texts.reached} <Time at={reached} />
        </span>
      )}
      {state === 'done' && (
        <span className="quiet small">
          {texts.until} <Time at={expiresAt} />
        </span>
      )}
      {cause !== null && <span className="small reason">{texts.causes[cause]}</span>}
    </span>
  );
}

function Size({ row: { rows, bytes } }: { row: PortalExport }) {
  const { language } = useSpeech();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <span className="stacked">
      <span>{number.format(rows)}</span>
      {bytes > 0 && (
        <span className="quiet small">
          {bytes < 1_048_576 ? `${number.format(bytes / 1024)} KB` : `${number.format(bytes / 1_048_576)} MB`}
        </span>
      )}
    </span>
  );
}

/** Downloads the file of an export. */
const saveFile = async (id: string): Promise<null> =>
  storeAnswer(await readRaw(`exports/${id}/file`), 'sessions');

function Actions({ row }: { row: PortalExport }) {
  const { words, language } = useSpeech();
  const texts = words.exports;
  const { id, state, createdAt, canDownload } = row;
  const [ending, setEnding] = useState(false);
  const download = useChange<string, null>({ act: saveFile, touches: ['exports'] });
  const time = timeText(createdAt, language);
  if (state !== 'running' && state !== 'done') return null;
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {canDownload && (
          <Button
            size="xs"
            loading={download.busy}
            aria-label={texts.downloadOf(time)}
            onClick={() => download.run(id)}
          >
            {texts.download}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          aria-label={state === 'running' ? texts.cancelOf(time) : texts.deleteOf(time)}
          onClick={() => setEnding(true)}
        >
          {state === 'running' ? texts.cancel : texts.delete}
        </Button>
      </Group>
      {state === 'done' && !canDownload && <span className="quiet small">{texts.withheld}</span>}
      <FailureAlert failure={download.failure} />
      {ending && <EndDialog row={row} onClose={() => setEnding(false)} />}
    </>
  );
}

function EndDialog({ row: { id, state }, onClose }: { row: PortalExport; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.exports;
  // The state when the dialog was opened: the export may finish meanwhile.
  const [isRunning] = useState(state === 'running');
  const end = useChange<true, null>({
    act: () => change('DELETE', `exports/${id}`),
    touches: ['exports'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={isRunning ? texts.cancelTitle : texts.deleteTitle}
      onClose={onClose}
      change={end}
      input
      submit={isRunning ? texts.cancel : texts.delete}
      danger
    >
      <Text size="sm">{isRunning ? texts.cancelIntro : texts.deleteIntro}</Text>
    </FormDialog>
  );
}

/** The organisation's session exports and their files. */
export function ExportsScreen() {
  const { words } = useSpeech();
  const texts = words.exports;
  const { can } = useMe();
  const query = useQuery({ ...exportsQuery, enabled: can('export-sessions') });
  const above = <Link to="/sessions">{words.sessions.title}</Link>;
  if (!can('export-sessions'))
    return (
      <Page title={texts.title} above={above}>
        <Panel>
          <Empty icon="lock" title={words.errors.notAllowedTitle} text={words.errors.notAllowed} />
        </Panel>
      </Page>
    );
  return (
    <Page title={texts.title} intro={texts.intro} above={above}>
      <Panel flush>
        <Loaded query={query} lines={5}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty
                icon="sessions"
                title={texts.emptyTitle}
                text={texts.empty}
                action={
                  <Button
                    component={Link}
                    to="/sessions"
                    variant="default"
                    leftSection={<icons.sessions size={16} />}
                  >
                    {texts.toSessions}
                  </Button>
                }
              />
            ) : (
              <DataTable
                caption={texts.caption}
                columns={columnsOf(words)}
                rows={rows}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}
