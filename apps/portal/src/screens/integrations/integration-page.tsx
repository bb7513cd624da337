import { Loading, Page, Panel } from '@countersign/browser-ui';
import type { PortalIntegration } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ModeMark } from '../../parts/marks.tsx';
import { LoadFailure } from '../../parts/states.tsx';
import { integrationQuery } from '../../service/queries.ts';
import { useIntegration } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

const parts = [
  { to: '/integrations/$id/keys', word: 'keys' },
  { to: '/integrations/$id/webhooks', word: 'webhooks' },
  { to: '/integrations/$id/flow', word: 'flow' },
  { to: '/integrations/$id/branding', word: 'branding' },
  { to: '/integrations/$id/statuses', word: 'statuses' },
  { to: '/integrations/$id/reviews', word: 'reviews' },
  { to: '/integrations/$id/sandbox', word: 'sandbox' },
] as const;

/** Pages of an integration; a live one has no sandbox. */
export const partsOf = (mode: 'test' | 'live' | undefined): readonly (typeof parts)[number][] =>
  mode === 'test' ? parts : parts.filter(({ word }) => word !== 'sandbox');

interface IntegrationPageProps {
  id: string;
  intro: string;
  children: (integration: PortalIntegration) => ReactNode;
}

/** The frame around all pages of an integration. */
export function IntegrationPage({ id, intro, children }: IntegrationPageProps) {
  const { words } = useSpeech();
  const known = useIntegration(id);
  const query = useQuery(integrationQuery(id));
  return (
    <Page
      title={known?.name ?? query.data?.name ?? words.common.integration}
      beside={known && <ModeMark mode={known.mode} />}
      above={<Link to="/integrations">{words.integrations.title}</Link>}
      intro={intro}
    >
      <nav className="parts" aria-label={words.integrations.sections}>
        {partsOf(known?.mode).map(({ to, word }) => (
          <Link key={to} to={to} params={{ id }} activeProps={{ 'aria-current': 'page' }}>
            {words.integrations[word]}
          </Link>
        ))}
      </nav>
      {query.data ? (
        children(query.data)
      ) : (
        <Panel>
          {query.error ? (
            <LoadFailure error={query.error} retry={() => void query.refetch()} />
          ) : (
            <Loading lines={8} />
          )}
        </Panel>
      )}
    </Page>
  );
}
