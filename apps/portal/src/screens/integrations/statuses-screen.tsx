import { type Column, CopyId, DataTable, Empty, icons, Mark, Note, Panel } from '@countersign/browser-ui';
import type { PortalStatus, PortalStatuses } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { statusesQuery } from '../../service/queries.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { IntegrationPage } from './integration-page.tsx';
import { RetireStatus, StatusDialog } from './status-dialogs.tsx';

const route = getRouteApi('/frame/integrations/$id/statuses');

type Open = { what: 'define' } | { what: 'change' | 'retire'; id: string } | null;

/** Statuses that people of this organisation can add to attempts. */
export function StatusesScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const query = useQuery(statusesQuery(id));
  return (
    <IntegrationPage id={id} intro={words.statuses.intro}>
      {() => <Loaded query={query}>{(statuses) => <Statuses id={id} statuses={statuses} />}</Loaded>}
    </IntegrationPage>
  );
}

function Reasons({ status: { reasonForm, reasons } }: { status: PortalStatus }) {
  const { words } = useSpeech();
  if (reasonForm !== 'list') return <span className="quiet">{words.statuses.forms[reasonForm]}</span>;
  return (
    <ul className="plain-list">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

function StateMark({ status: { retiredAt, usedAt } }: { status: PortalStatus }) {
  const { words } = useSpeech();
  const texts = words.statuses;
  if (retiredAt !== null) return <Mark tone="idle">{texts.retired}</Mark>;
  return usedAt === null ? <Mark tone="busy">{texts.unused}</Mark> : <Mark tone="good">{texts.used}</Mark>;
}

function columnsOf(words: Words, open: ((wanted: Open) => void) | null): Column<PortalStatus>[] {
  const texts = words.statuses;
  const columns: Column<PortalStatus>[] = [
    {
      key: 'name',
      title: texts.name,
      heads: true,
      cell: ({ name }) => <span className="strong">{name}</span>,
    },
    { key: 'code', title: texts.code, cell: ({ code }) => <CopyId id={code} name={texts.code} /> },
    { key: 'reasons', title: texts.reasons, cell: (status) => <Reasons status={status} /> },
    { key: 'state', title: texts.state, cell: (status) => <StateMark status={status} /> },
  ];
  if (open === null) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (status) => (
        <span className="row-actions">
          {status.retiredAt === null && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.changeOf(status.name)}
              onClick={() => open({ what: 'change', id: status.id })}
            >
              {texts.change}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={(status.retiredAt === null ? texts.retireOf : texts.restoreOf)(status.name)}
            onClick={() => open({ what: 'retire', id: status.id })}
          >
            {status.retiredAt === null ? texts.retire : texts.restore}
          </Button>
        </span>
      ),
    },
  ];
}

function Statuses({ id, statuses: { rows, canDefine } }: { id: string; statuses: PortalStatuses }) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  // The current version, so that a dialog rejected because of a concurrent change can be retried.
  const subject =
    open === null || open.what === 'define' ? undefined : rows.find((row) => row.id === open.id);
  const defineButton = canDefine && (
    <Button size="xs" leftSection={<icons.plus size={14} />} onClick={() => setOpen({ what: 'define' })}>
      {texts.define}
    </Button>
  );
  return (
    <>
      {!canDefine && (
        <Note tone="idle" icon="lock">
          {texts.noRight}
        </Note>
      )}
      <Panel title={texts.title} intro={texts.help} actions={rows.length > 0 && defineButton} flush>
        {rows.length === 0 ? (
          <Empty icon="tag" title={texts.emptyTitle} text={texts.empty} action={defineButton} />
        ) : (
          <DataTable
            caption={texts.caption}
            columns={columnsOf(words, canDefine ? setOpen : null)}
            rows={rows}
            keyOf={(status) => status.id}
          />
        )}
      </Panel>
      {open?.what === 'define' && <StatusDialog integrationId={id} onClose={close} />}
      {open?.what === 'change' && subject && (
        <StatusDialog integrationId={id} subject={subject} onClose={close} />
      )}
      {open?.what === 'retire' && subject && (
        <RetireStatus integrationId={id} subject={subject} onClose={close} />
      )}
    </>
  );
}
