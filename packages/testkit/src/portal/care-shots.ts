import type { FilledStage } from './fill-stage.ts';
import { at, type Shot } from './shot.ts';

/** What concerns names, personal data that goes, and decisions that take two people. */
export const careShots = ({ declined }: FilledStage, integration: string): Shot[] => [
  at('sessions-name', 'sessions?name=harju', 'rows'),
  {
    ...at('session-redact', `sessions/${declined}`, 'What happened'),
    act: async (driver) => {
      await driver.click('Redact');
      await driver.see('Erased for good');
    },
  },
  at('reviews', `integrations/${integration}/reviews`, 'People for a decision'),
  {
    ...at('reviews-two', `integrations/${integration}/reviews`, 'People for a decision'),
    act: (driver) => driver.click('Two people decide'),
  },
];
