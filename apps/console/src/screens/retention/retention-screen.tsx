import { Page } from '@countersign/browser-ui';
import { words } from '../../words.ts';
import { ErasuresPanel } from './erasures-panel.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';

/** How long data is kept, and what was erased. */
export const RetentionScreen = () => (
  <Page title={words.retention.title} intro={words.retention.intro}>
    <SchedulesPanel />
    <ErasuresPanel />
  </Page>
);
