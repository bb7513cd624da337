import type { Driver } from './driver.ts';
import type { FilledStage } from './fill-stage.ts';
import { at, type Shot } from './shot.ts';

/** Screens about names, erasure of personal data, and decisions that require two people. */
export const careShots = ({ declined }: FilledStage, integration: string): Shot[] => [
  at('sessions-name', 'sessions?name=harju', 'rows'),
  {
    ...at('session-redact', `sessions/${declined}`, 'What happened'),
    act: async (driver) => {
      await driver.click('Redact');
      await driver.see('Erased permanently');
    },
  },
  at('reviews', `integrations/${integration}/reviews`, 'People for a decision'),
  {
    ...at('reviews-two', `integrations/${integration}/reviews`, 'People for a decision'),
    act: (driver) => driver.click('Two people decide'),
  },
];

/** Two pictures of a verified person, side by side. */
export const pictureShot = ({ approved }: FilledStage, reveal: (driver: Driver) => Promise<void>): Shot => ({
  ...at('session-pictures', `sessions/${approved}`, 'What happened'),
  act: async (driver) => {
    await reveal(driver);
    await driver.click('Open picture Selfie');
    await driver.click('Compare two');
    await driver.see('Show one');
    await driver.page.run(async () => {
      const isThere = () =>
        [...document.querySelectorAll<HTMLImageElement>('.viewer img')].filter(
          ({ naturalWidth }) => naturalWidth > 0,
        ).length === 2;
      for (let turn = 0; turn < 500 && !isThere(); turn += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  },
});
