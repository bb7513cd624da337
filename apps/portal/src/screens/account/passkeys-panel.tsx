import { type Column, DataTable, DoneNote, Panel, Time } from '@countersign/browser-ui';
import type { PortalPasskey } from '@countersign/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { canUsePasskeys, makePasskey } from '../../service/passkeys.ts';
import { passkeysQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

function columnsOf(words: Words, onRemove: (passkey: PortalPasskey) => void): Column<PortalPasskey>[] {
  const texts = words.passkeys;
  return [
    {
      key: 'name',
      title: texts.name,
      heads: true,
      cell: ({ name, backedUp }) => (
        <span className="stacked">
          <span className="strong">{name}</span>
          <span className="quiet small">{backedUp ? texts.backedUp : texts.thisDevice}</span>
        </span>
      ),
    },
    { key: 'made', title: texts.made, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'used',
      title: texts.used,
      cell: ({ usedAt }) => (usedAt === null ? texts.neverUsed : <Time at={usedAt} />),
    },
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (passkey) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.removeOf(passkey.name)}
          onClick={() => onRemove(passkey)}
        >
          {texts.remove}
        </Button>
      ),
    },
  ];
}

/** Lists, adds and removes the reader's passkeys. */
export function PasskeysPanel() {
  const { words } = useSpeech();
  const texts = words.passkeys;
  const query = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PortalPasskey | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const columns = columnsOf(words, setRemoving);
  const canUse = canUsePasskeys();
  return (
    <Panel
      title={texts.title}
      intro={canUse ? texts.intro : texts.unavailable}
      actions={
        canUse && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
      flush
    >
      <Loaded query={query} lines={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="panel-line quiet small">{texts.none}</p>
          ) : (
            <DataTable caption={texts.caption} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <DoneNote>{done}</DoneNote>
      {adding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onDone={(name) => {
            setAdding(false);
            setDone(texts.added(name));
          }}
        />
      )}
      {removing && (
        <RemovePasskey
          passkey={removing}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            setDone(texts.removed(removing.name));
          }}
        />
      )}
    </Panel>
  );
}

function AddPasskey({ onClose, onDone }: { onClose: () => void; onDone: (name: string) => void }) {
  const { words } = useSpeech();
  const texts = words.passkeys;
  const [name, setName] = useState('');
  const add = useChange<string, PortalPasskey>({
    act: makePasskey,
    touches: ['passkeys', 'me'],
    onDone: (made) => onDone(made.name),
  });
  const given = name.trim();
  return (
    <FormDialog
      title={texts.add}
      onClose={onClose}
      change={add}
      input={given === '' ? null : given}
      submit={texts.goOn}
      texts={{ 'wrong-passkey': texts.notMade }}
    >
      <p className="quiet small">{texts.addIntro}</p>
      <TextInput
        label={texts.label}
        description={texts.nameHint}
        required
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface RemovePasskeyProps {
  passkey: PortalPasskey;
  onClose: () => void;
  onDone: () => void;
}

function RemovePasskey({ passkey, onClose, onDone }: RemovePasskeyProps) {
  const { words } = useSpeech();
  const texts = words.passkeys;
  const remove = useChange<string, null>({
    act: (id) => change('DELETE', `me/passkeys/${id}`),
    touches: ['passkeys', 'me', 'sign-ins'],
    onDone,
  });
  return (
    <FormDialog
      title={texts.removeTitle(passkey.name)}
      onClose={onClose}
      change={remove}
      input={passkey.id}
      submit={texts.remove}
      danger
    >
      <p>{texts.removeIntro}</p>
    </FormDialog>
  );
}
