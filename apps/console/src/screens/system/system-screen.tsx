import { type Column, DataTable, Mark, Page, Panel, type Tone } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.tsx';
import { kindText } from '../../parts/kind-text.ts';
import type { PrintedPart } from '../../service/printed.ts';
import { words } from '../../words.ts';
import { BackupsPanel } from '../overview/state-panels.tsx';
import { systemQuery } from '../overview/use-overview.ts';

const tones: Record<PrintedPart['state'], Tone> = { ok: 'good', info: 'idle', warning: 'warn', fault: 'bad' };

const columns: Column<PrintedPart>[] = [
  {
    key: 'part',
    title: words.system.part,
    heads: true,
    cell: ({ part }) => <strong>{kindText(part)}</strong>,
  },
  {
    key: 'state',
    title: words.common.state,
    cell: ({ state }) => <Mark tone={tones[state]}>{words.system.states[state]}</Mark>,
  },
  { key: 'detail', title: words.system.detail, cell: ({ detail }) => <span className="wrap">{detail}</span> },
];

/** The state of the installation, part by part. */
export function SystemScreen() {
  const query = useQuery(systemQuery);
  return (
    <Page title={words.system.title} intro={words.system.intro}>
      <Panel title={words.system.parts} flush>
        <Loaded query={query} lines={10}>
          {({ output }) => (
            <DataTable
              caption={words.system.parts}
              columns={columns}
              rows={output}
              keyOf={({ part, detail }) => `${part} ${detail}`}
            />
          )}
        </Loaded>
      </Panel>
      <BackupsPanel />
    </Page>
  );
}
