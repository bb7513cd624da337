import { type Column, DataTable, DoneNote, Mark, Panel, Time } from '@countersign/browser-ui';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actorName } from '../../parts/actor-name.ts';
import { Loaded } from '../../parts/states.tsx';
import { ValueChanges } from '../../parts/value-changes.tsx';
import { aboutQuery, verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { ApproveDialog, WithdrawDialog } from './proposal-dialogs.tsx';
import { type PrintedProposal, proposedValues, proposalTouches } from './proposals.ts';
import type { ShownIntegration } from './settings.ts';

type Open = { kind: 'approve' | 'withdraw'; proposal: PrintedProposal };

const columnsOf = (operator: string | null, onOpen: (open: Open) => void): Column<PrintedProposal>[] => [
  {
    key: 'what',
    title: words.history.what,
    heads: true,
    cell: (proposal) => <ValueChanges changes={proposedValues(proposal)} />,
  },
  { key: 'state', title: words.common.state, cell: (proposal) => <State proposal={proposal} /> },
  {
    key: 'from',
    title: words.proposals.from,
    cell: ({ effectiveAt }) =>
      effectiveAt === null ? words.proposals.onApproval : <Time at={effectiveAt} exact />,
  },
  {
    key: 'by',
    title: words.proposals.by,
    cell: ({ proposedBy, approvedBy, createdAt, reason }) => (
      <span className="stacked wrap">
        <strong>{actorName(proposedBy)}</strong>
        {reason}
        <span className="quiet small">
          <Time at={createdAt} />
        </span>
        {approvedBy !== null && (
          <span className="quiet small">{words.proposals.approvedBy(actorName(approvedBy))}</span>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (proposal) => (
      <Actions proposal={proposal} operator={operator} onOpen={(kind) => onOpen({ kind, proposal })} />
    ),
  },
];

function State({ proposal: { state, changedMeanwhile } }: { proposal: PrintedProposal }) {
  return (
    <span className="stacked">
      <Mark tone={state === 'open' ? 'warn' : 'busy'}>{words.proposals.states[state]}</Mark>
      {changedMeanwhile.length > 0 && (
        <span className="small wrap">{words.proposals.outdated(changedMeanwhile.join(', '))}</span>
      )}
    </span>
  );
}

interface ActionsProps {
  proposal: PrintedProposal;
  operator: string | null;
  onOpen: (kind: Open['kind']) => void;
}

/** The person who proposed a change can withdraw it but not approve it. */
function Actions({ proposal, operator, onOpen }: ActionsProps) {
  const { state, proposedBy, changedMeanwhile } = proposal;
  const isOwn = operator !== null && actorName(proposedBy).toLowerCase() === operator.toLowerCase();
  const mayApprove = state === 'open' && !isOwn && changedMeanwhile.length === 0;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {mayApprove && (
        <Button size="xs" onClick={() => onOpen('approve')}>
          {words.proposals.approve.open}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => onOpen('withdraw')}>
        {isOwn || state === 'planned' ? words.proposals.withdraw.open : words.proposals.reject.open}
      </Button>
    </Group>
  );
}

/** Changes of settings that await a second person or their effective time; renders nothing if there are none. */
export function ProposalsPanel({ integration }: { integration: ShownIntegration }) {
  const { integrationId, mode } = integration;
  const [open, setOpen] = useState<Open | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const onOpen = (wanted: Open) => {
    setDone(null);
    setOpen(wanted);
  };
  const dialog = {
    onClose: () => setOpen(null),
    onDone: (text: string) => {
      setOpen(null);
      setDone(text);
    },
    touches: proposalTouches,
  };
  return (
    <div id="proposals" className="stack wide-first">
      <DoneNote>{done}</DoneNote>
      <Waiting integrationId={integrationId} onOpen={onOpen} />
      {open?.kind === 'approve' && (
        <ApproveDialog
          proposal={open.proposal}
          name={integration.name}
          isLive={mode === 'live'}
          {...dialog}
        />
      )}
      {open?.kind === 'withdraw' && <WithdrawDialog proposal={open.proposal} {...dialog} />}
    </div>
  );
}

function Waiting({ integrationId, onOpen }: { integrationId: string; onOpen: (open: Open) => void }) {
  const about = useQuery(aboutQuery);
  const query = useQuery(
    verbQuery<PrintedProposal[]>('integration proposals', {
      options: { integration: integrationId, limit: '1000' },
      live: true,
    }),
  );
  if (query.data?.output.length === 0 && query.error === null) return null;
  return (
    <Panel title={words.proposals.title} intro={words.proposals.intro} flush>
      <Loaded query={query} lines={2}>
        {({ output }) => (
          <DataTable
            caption={words.proposals.title}
            columns={columnsOf(about.data?.operator ?? null, onOpen)}
            rows={output}
            keyOf={({ proposal }) => proposal}
          />
        )}
      </Loaded>
    </Panel>
  );
}
