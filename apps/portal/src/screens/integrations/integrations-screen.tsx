import { type Column, CopyId, DataTable, Empty, Page, Panel } from '@countersign/browser-ui';
import type { PortalMe } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { ModeMark } from '../../parts/marks.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { partsOf } from './integration-page.tsx';

type Integration = PortalMe['integrations'][number];

function columnsOf(words: Words): Column<Integration>[] {
  const texts = words.integrations;
  return [
    {
      key: 'name',
      title: texts.name,
      heads: true,
      cell: ({ id, name }) => (
        <Link to="/integrations/$id/keys" params={{ id }} className="strong">
          {name}
        </Link>
      ),
    },
    {
      key: 'mode',
      title: texts.mode,
      cell: ({ mode }) => (
        <span className="integration">
          <ModeMark mode={mode} />
          <span className="quiet small">{mode === 'test' ? texts.testHelp : texts.liveHelp}</span>
        </span>
      ),
    },
    { key: 'id', title: texts.id, cell: ({ id }) => <CopyId id={id} name={texts.id} /> },
    {
      key: 'open',
      title: texts.sections,
      cell: ({ id, name, mode }) => (
        <span className="links">
          {partsOf(mode).map(({ to, word }) => (
            <Link key={to} to={to} params={{ id }} aria-label={`${texts[word]}: ${name}`}>
              {texts[word]}
            </Link>
          ))}
        </span>
      ),
    },
  ];
}

/** The integrations that the reader has access to. */
export function IntegrationsScreen() {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const texts = words.integrations;
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Panel flush>
        {integrations.length === 0 ? (
          <Empty icon="integrations" title={texts.emptyTitle} text={texts.empty} />
        ) : (
          <DataTable
            caption={texts.caption}
            columns={columnsOf(words)}
            rows={integrations}
            keyOf={({ id }) => id}
          />
        )}
      </Panel>
    </Page>
  );
}
