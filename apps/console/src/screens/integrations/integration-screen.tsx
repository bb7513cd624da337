import { CopyId, Facts, Page, Panel, Time } from '@countersign/browser-ui';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DownloadButton } from '../../parts/download-button.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { ModeMark } from '../../parts/integration-name.tsx';
import { Loaded } from '../../parts/states.tsx';
import { aboutQuery, verbQuery } from '../../service/queries.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { ActiveMark } from './integrations-screen.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { ProposalsPanel } from './proposals-panel.tsx';
import type { ShownIntegration } from './settings.ts';
import { SettingsPanel } from './settings-panel.tsx';

/** An integration and its settings in force. */
export function IntegrationScreen() {
  const { id } = useParams({ from: '/integrations/$id' });
  const query = useQuery(verbQuery<ShownIntegration>('integration show', { words: [id] }));
  const about = useQuery(aboutQuery);
  const integration = query.data?.output;
  return (
    <Page
      title={integration?.name ?? words.integrations.one}
      above={<Link to="/integrations">{words.integrations.title}</Link>}
      beside={
        integration && (
          <>
            <ModeMark mode={integration.mode} />
            <ActiveMark active={integration.active} />
          </>
        )
      }
      actions={integration && <Switch integration={integration} />}
    >
      <Loaded query={query} lines={8}>
        {({ output }) => (
          <>
            <About integration={output} />
            <ProposalsPanel integration={output} />
            {about.data && (
              <SettingsPanel key={output.integrationId} integration={output} texts={about.data.settings} />
            )}
            <HistoryPanel integration={output} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The integration's identifiers, and its files to download. */
const About = ({ integration: { integrationId, apiKey, createdAt } }: { integration: ShownIntegration }) => (
  <Panel
    title={words.organisations.about}
    actions={
      <>
        <a href="#history">{words.history.title}</a>
        <DownloadButton
          label={words.integrations.capabilities}
          verb="integration capabilities"
          words={[integrationId]}
          file={`capabilities-${integrationId}.json`}
        />
      </>
    }
  >
    <Facts
      inRow
      facts={[
        [words.integrations.id, <CopyId id={integrationId} name={words.integrations.id} />],
        [words.integrations.apiKey, <CopyId id={apiKey} name={words.integrations.apiKey} />],
        [words.integrations.created, <Time at={createdAt} />],
      ]}
    />
  </Panel>
);

/** Deactivates or reactivates an integration after explaining the consequences. */
function Switch({ integration }: { integration: ShownIntegration }) {
  const { active, integrationId, name } = integration;
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const isLive = integration.mode === 'live';
  const texts = active ? words.switching.off : words.switching.on;
  const change = useVerb(active ? 'integration deactivate' : 'integration activate', {
    touches: [
      'integration show',
      'integration list',
      'integration history',
      'webhooks backlog',
      'audit list',
    ],
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button
        variant="default"
        {...(active ? { className: 'danger-quiet' } : {})}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.title(name)}
          onClose={() => setOpen(false)}
          verb={change}
          danger={active}
          isBlocked={isLive && reason.trim() === ''}
          onConfirm={() => change.run({ words: [integrationId], options: { reason: reason.trim() } })}
          submit={texts.open}
        >
          <Text>{texts.consequence}</Text>
          <ReasonField isFirst value={reason} onChange={setReason} isRequired={isLive} />
        </ConfirmDialog>
      )}
    </>
  );
}
