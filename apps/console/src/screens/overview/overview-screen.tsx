import { Page } from '@countersign/browser-ui';
import { words } from '../../words.ts';
import { AlertsPanel } from './alerts-panel.tsx';

/** Whether anything is wrong, on one page. */
export const OverviewScreen = () => (
  <Page title={words.overview.title} intro={words.overview.refreshed}>
    <AlertsPanel />
  </Page>
);
