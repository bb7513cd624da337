import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PrintedIntegration } from '../service/printed.ts';
import { verbQuery } from '../service/queries.ts';
import { words } from '../words.ts';

/** All integrations. */
export const integrationsQuery = verbQuery<PrintedIntegration[]>('integration list');

/** Whether an integration handles invented or real people. */
export const ModeMark = ({ mode }: { mode: 'test' | 'live' }) => (
  <span className="mode" data-mode={mode}>
    {words.mode[mode]}
  </span>
);

/** Name and mode of an integration, as a link. */
export function IntegrationName({ id }: { id: string | null }) {
  const { data } = useQuery(integrationsQuery);
  if (id === null) return <span className="quiet">{words.common.installation}</span>;
  const found = data?.output.find(({ integrationId }) => integrationId === id);
  return (
    <span className="integration">
      {found && <ModeMark mode={found.mode} />}
      <Link to="/integrations/$id" params={{ id }}>
        {found?.name ?? id.slice(0, 8)}
      </Link>
    </span>
  );
}
