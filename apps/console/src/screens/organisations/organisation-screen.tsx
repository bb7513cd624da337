import { CopyId, DoneNote, Facts, Note, Page, Panel, Time } from '@countersign/browser-ui';
import { Button, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { HistoryTable, IntegrationsTable, InvitationsTable, PeopleTable } from './organisation-tables.tsx';
import { SessionLimitsPanel } from './session-limits.tsx';
import { SuspensionMark } from './organisations-screen.tsx';
import { ViewDialog } from './view-dialog.tsx';
import type { ShownOrganisation } from './printed-organisation.ts';

const touches = [
  'portal organisations',
  'portal show',
  'portal history',
  'integration list',
  'integration show',
];

type Open = 'view' | 'suspension' | 'contact' | 'invite' | null;

/** An organisation: a client of the installation. */
export function OrganisationScreen() {
  const { name } = useParams({ from: '/organisations/$name' });
  const query = useQuery(verbQuery<ShownOrganisation>('portal show', { options: { organisation: name } }));
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState('');
  const shown = query.data?.output;
  const show = (dialog: Open) => {
    setDone('');
    setOpen(dialog);
  };
  return (
    <Page
      title={shown?.name ?? name}
      above={<Link to="/organisations">{words.organisations.title}</Link>}
      beside={shown && <SuspensionMark suspendedAt={shown.suspendedAt} />}
      actions={
        shown && (
          <>
            <Button variant="default" onClick={() => show('view')}>
              {words.viewing.open}
            </Button>
            <Button
              variant="default"
              {...(shown.suspendedAt === null ? { className: 'danger-quiet' } : {})}
              onClick={() => show('suspension')}
            >
              {(shown.suspendedAt === null ? words.suspending.on : words.suspending.off).open}
            </Button>
          </>
        )
      }
    >
      <DoneNote>{done}</DoneNote>
      <Loaded query={query} lines={8}>
        {({ output }) => (
          <>
            <Parts organisation={output} onOpen={show} onDone={setDone} />
            <OpenDialog open={open} organisation={output} onClose={() => setOpen(null)} onDone={setDone} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Everything that belongs to an organisation. */
const Parts = ({
  organisation,
  onOpen,
  onDone,
}: {
  organisation: ShownOrganisation;
  onOpen: (dialog: Open) => void;
  onDone: (text: string) => void;
}) => (
  <>
    {organisation.suspendedAt !== null && (
      <Note tone="bad" icon="warning">
        {words.suspending.isSuspended} <Time at={organisation.suspendedAt} exact />
      </Note>
    )}
    <Panel
      title={words.organisations.about}
      actions={
        <Button variant="default" size="xs" onClick={() => onOpen('contact')}>
          {words.organisations.contact.open}
        </Button>
      }
    >
      <Facts
        inRow
        facts={[
          [words.integrations.id, <CopyId id={organisation.id} name={words.integrations.id} />],
          [words.integrations.created, <Time at={organisation.createdAt} />],
          [words.organisations.contact.label, <Contact text={organisation.contact} />],
        ]}
      />
    </Panel>
    <IntegrationsTable integrations={organisation.integrations} />
    <SessionLimitsPanel organisation={organisation} onDone={onDone} />
    <PeopleTable people={organisation.people} onInvite={() => onOpen('invite')} />
    <InvitationsTable invitations={organisation.invitations} />
    <HistoryTable organisation={organisation.name} />
  </>
);

/** The dialog that is open, if any. */
function OpenDialog({ open, ...props }: DialogProps & { open: Open }) {
  if (open === 'suspension') return <SuspensionDialog {...props} />;
  if (open === 'view') return <ViewDialog organisation={props.organisation} onClose={props.onClose} />;
  if (open === 'contact') return <ContactDialog {...props} />;
  if (open === null) return null;
  return (
    <InviteDialog
      organisation={props.organisation.name}
      onClose={props.onClose}
      onDone={(email) => props.onDone(words.organisations.invite.done(email))}
    />
  );
}

const Contact = ({ text }: { text: string }) =>
  text === '' ? words.organisations.contact.none : <span className="lines wrap">{text}</span>;

interface DialogProps {
  organisation: ShownOrganisation;
  onClose: () => void;
  onDone: (text: string) => void;
}

/** Suspends an organisation or lifts the suspension; explains the consequences and requires a reason. */
function SuspensionDialog({
  organisation: { name, suspendedAt, integrations },
  onClose,
  onDone,
}: DialogProps) {
  const [reason, setReason] = useState('');
  const texts = suspendedAt === null ? words.suspending.on : words.suspending.off;
  const change = useVerb(suspendedAt === null ? 'portal suspend' : 'portal resume', {
    touches,
    onDone: () => {
      onClose();
      onDone(texts.done);
    },
  });
  const running = integrations.filter(({ active }) => active).length;
  return (
    <ConfirmDialog
      title={texts.title(name)}
      onClose={onClose}
      verb={change}
      danger={suspendedAt === null}
      isBlocked={reason.trim() === ''}
      onConfirm={() => change.run({ options: { organisation: name, reason: reason.trim() } })}
      submit={texts.open}
    >
      <Text>{texts.consequence(running)}</Text>
      <ReasonField isFirst value={reason} onChange={setReason} isRequired />
    </ConfirmDialog>
  );
}

/** Edits the contact of an organisation. */
function ContactDialog({ organisation: { name, contact }, onClose, onDone }: DialogProps) {
  const [text, setText] = useState(contact);
  const note = useVerb('portal contact', {
    touches,
    onDone: () => {
      onClose();
      onDone(words.organisations.contact.done);
    },
  });
  return (
    <ConfirmDialog
      title={words.organisations.contact.title(name)}
      onClose={onClose}
      verb={note}
      onConfirm={() => note.run({ options: { organisation: name, contact: text.trim() || ' ' } })}
      submit={words.organisations.contact.submit}
    >
      <Textarea
        data-autofocus
        label={words.organisations.contact.label}
        description={words.organisations.contact.hint}
        rows={4}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
