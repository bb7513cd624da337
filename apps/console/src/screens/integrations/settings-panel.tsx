import { type Column, DataTable, DoneNote, Mark, Panel } from '@countersign/browser-ui';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useBlocker, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Described } from '../../parts/described.tsx';
import type { SettingText } from '../../service/call.ts';
import { words } from '../../words.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import {
  type Draft,
  type Drafts,
  differencesOf,
  type Setting,
  settingsOf,
  type ShownIntegration,
  valueText,
} from './settings.ts';

const columnsOf = (drafts: Drafts, onEdit: (setting: Setting) => void): Column<Setting>[] => [
  {
    key: 'name',
    title: words.settings.setting,
    heads: true,
    cell: ({ name, effect }) => (
      <span className="stacked">
        <code className="wrap">{name}</code>
        <span className="quiet small">
          <Described text={effect} />
        </span>
      </span>
    ),
  },
  {
    key: 'value',
    title: words.settings.inForce,
    cell: (setting) => <Value setting={setting} draft={drafts[setting.name]} />,
  },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (setting) => (
      <Button
        variant="default"
        size="xs"
        aria-label={words.settings.change(setting.name)}
        onClick={() => onEdit(setting)}
      >
        {words.settings.edit}
      </Button>
    ),
  },
];

function Value({ setting, draft }: { setting: Setting; draft: Draft | undefined }) {
  const [difference] = draft === undefined ? [] : differencesOf([setting], { [setting.name]: draft });
  return (
    <span className="stacked">
      <span className="value">
        <code className="wrap">{valueText(setting.value) || words.settings.absent}</code>
        {!setting.isUsual && <span className="quiet small">{words.settings.differs}</span>}
      </span>
      {difference && (
        <Mark tone="warn">{words.settings.draft(difference.after || words.settings.absent)}</Mark>
      )}
    </span>
  );
}

interface SettingsProps {
  integration: ShownIntegration;
  texts: readonly SettingText[];
}

/** Unsaved changes; leaving the page requires confirmation. */
function useDrafts(settings: readonly Setting[]) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const changed = differencesOf(settings, drafts).length;
  useBlocker({
    shouldBlockFn: () => changed > 0 && !window.confirm(words.settings.leave),
    // Without this, the browser would prompt on every reload, even with no changes.
    enableBeforeUnload: () => changed > 0,
  });
  const isChange = ([name, draft]: [string, Draft]) => differencesOf(settings, { [name]: draft }).length > 0;
  return {
    drafts,
    changed,
    keep: (name: string, draft: Draft) =>
      setDrafts(Object.fromEntries(Object.entries({ ...drafts, [name]: draft }).filter(isChange))),
    discard: () => setDrafts({}),
  };
}

/** All settings in force; changes are collected, reviewed as a difference, and saved together. */
export function SettingsPanel({ integration, texts }: SettingsProps) {
  const settings = settingsOf(integration, texts);
  const { drafts, changed, keep, discard } = useDrafts(settings);
  const [editing, setEditing] = useState<Setting | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const onKeep = (name: string, draft: Draft) => {
    keep(name, draft);
    setEditing(null);
    setSaved(null);
  };
  const onSaved = (text: string) => {
    setReviewing(false);
    discard();
    setSaved(text);
  };
  return (
    <>
      <SettingsTable settings={settings} drafts={drafts} onEdit={setEditing} />
      <DoneNote>{saved}</DoneNote>
      {changed > 0 && (
        <div className="save-line" role="status">
          <Button onClick={() => setReviewing(true)}>{words.settings.review}</Button>
          <Button variant="subtle" color="gray" onClick={discard}>
            {words.settings.discard}
          </Button>
          <span className="quiet small">{words.settings.unsaved(changed)}</span>
        </div>
      )}
      {editing && (
        <SettingDialog
          setting={editing}
          draft={drafts[editing.name]}
          onClose={() => setEditing(null)}
          onKeep={(draft) => onKeep(editing.name, draft)}
        />
      )}
      {isReviewing && (
        <ReviewDialog
          id={integration.integrationId}
          texts={texts}
          drafts={drafts}
          onClose={() => setReviewing(false)}
          onSaved={onSaved}
        />
      )}
    </>
  );
}

interface SettingsTableProps {
  settings: readonly Setting[];
  drafts: Drafts;
  onEdit: (setting: Setting) => void;
}

/** Settings that match the search. */
function SettingsTable({ settings, drafts, onEdit }: SettingsTableProps) {
  const { find = '' } = useSearch({ from: '/integrations/$id' });
  const [wanted, setWanted] = useState(find);
  const [onlyOwn, setOnlyOwn] = useState(false);
  const text = wanted.trim().toLowerCase();
  const rows = settings.filter(
    ({ name, effect, isUsual }) =>
      (!onlyOwn || !isUsual || drafts[name] !== undefined) &&
      `${name} ${effect}`.toLowerCase().includes(text),
  );
  return (
    <Panel title={words.settings.title} intro={words.settings.intro} flush>
      <Group className="panel-tools" gap="md">
        <TextInput
          label={words.settings.find}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Checkbox
          label={words.settings.onlyOwn}
          checked={onlyOwn}
          onChange={(event) => setOnlyOwn(event.currentTarget.checked)}
        />
      </Group>
      {rows.length === 0 ? (
        <p className="panel-line quiet">{words.settings.none}</p>
      ) : (
        <DataTable
          caption={words.settings.title}
          columns={columnsOf(drafts, onEdit)}
          rows={rows}
          keyOf={({ name }) => name}
        />
      )}
    </Panel>
  );
}
