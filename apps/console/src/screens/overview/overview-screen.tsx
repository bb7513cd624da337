import { Page } from '@countersign/browser-ui';
import { words } from '../../words.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { DecisionsPanel } from './decisions-panel.tsx';
import { EndpointsPanel } from './endpoints-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { BackupsPanel, ListsPanel, SystemPanel } from './state-panels.tsx';
import { StuckPanel } from './stuck-panel.tsx';
import { Verdict } from './verdict.tsx';

/** The state of the installation on one page. */
export const OverviewScreen = () => (
  <Page title={words.overview.title} intro={words.overview.refreshed}>
    <Verdict />
    <AlertsPanel />
    <StuckPanel />
    <JobsPanel />
    <EndpointsPanel />
    <DecisionsPanel />
    <div className="halves">
      <ListsPanel />
      <BackupsPanel />
    </div>
    <SystemPanel />
  </Page>
);
