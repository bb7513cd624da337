import { CopyId, DoneNote, Empty, Facts, Page, Panel, Time } from '@countersign/browser-ui';
import { Button, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { SourcesTable } from '../../parts/sources-table.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import type { CallFailed } from '../../service/call.ts';
import type { PrintedLists } from '../../service/printed.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { listsQuery } from '../overview/use-overview.ts';
import { Reasons } from '../overview/state-panels.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { ScreenPanel } from './screen-panel.tsx';

/** Output of `lists load`. */
interface LoadedLists {
  outcome: string;
  snapshot: string | null;
  entities: number;
  names: number;
}

/** Watchlist sources and their age, loading them, and screening a name. */
export function ListsScreen() {
  const query = useQuery(listsQuery);
  const [isOpen, setOpen] = useState(false);
  const [before, setBefore] = useState<string | null>(null);
  const load = useVerb<LoadedLists>('lists load', {
    touches: ['lists status'],
    onDone: () => setOpen(false),
  });
  const status = query.data?.output;
  const loaded = load.result?.output;
  const start = (offline: boolean) => {
    setBefore(status?.snapshot ?? null);
    load.run({ options: offline ? { offline: true } : {} });
  };
  return (
    <Page
      title={words.lists.title}
      intro={words.lists.intro}
      actions={
        <Button loading={load.busy} onClick={() => setOpen(true)}>
          {words.loading.open}
        </Button>
      }
    >
      <DoneNote>{loaded && words.loading.done(loaded)}</DoneNote>
      {!isOpen && <FailureAlert failure={load.failure} />}
      <Panel title={words.lists.sources} flush>
        <Loaded query={query} lines={6}>
          {({ output }) => <Sources lists={output} />}
        </Loaded>
      </Panel>
      <ScreenPanel />
      <DifferencePanel
        key={`${before} ${loaded?.snapshot} ${status?.snapshot}`}
        before={before}
        after={loaded?.snapshot ?? status?.snapshot ?? null}
      />
      {isOpen && (
        <LoadDialog busy={load.busy} failure={load.failure} onClose={() => setOpen(false)} onLoad={start} />
      )}
    </Page>
  );
}

interface LoadDialogProps {
  busy: boolean;
  failure: CallFailed | null;
  onClose: () => void;
  onLoad: (offline: boolean) => void;
}

function LoadDialog({ onClose, onLoad, ...verb }: LoadDialogProps) {
  const [offline, setOffline] = useState(false);
  return (
    <ConfirmDialog
      title={words.loading.title}
      onClose={onClose}
      verb={verb}
      onConfirm={() => onLoad(offline)}
      submit={words.loading.open}
    >
      <Text>{words.loading.consequence}</Text>
      <Checkbox
        label={words.loading.offline}
        checked={offline}
        onChange={(event) => setOffline(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}

function Sources({ lists: { sources, reasons, snapshot, builtAt } }: { lists: PrintedLists }) {
  if (sources.length === 0)
    return <Empty icon="screening" title={words.lists.emptyTitle} text={words.lists.howTo} />;
  return (
    <>
      <Reasons reasons={reasons} />
      <div className="panel-note">
        <Facts
          inRow
          facts={[
            [
              words.lists.snapshot,
              snapshot === null ? '–' : <CopyId id={snapshot} name={words.lists.snapshot} short />,
            ],
            [words.lists.built, <Time at={builtAt} />],
          ]}
        />
      </div>
      <SourcesTable sources={sources} />
    </>
  );
}
