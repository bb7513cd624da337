import type { Driver } from './driver.ts';
import { at, type Shot } from './shot.ts';

/** Waits for the preview, and fills in the form for an invented brand. */
const brand = async (driver: Driver) => {
  await driver.page.run(async () => {
    const isReady = () => document.querySelector<HTMLElement>('iframe')?.dataset['ready'] === 'true';
    for (let turn = 0; turn < 600 && !isReady(); turn += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await driver.fill('Name of the company', 'Harbour Lending');
  await driver.page.run(() =>
    document.querySelector<HTMLElement>('.panel[aria-label="Light"] input[type=checkbox]')?.click(),
  );
  await driver.fill('Primary colour', '#7a1fa2');
  await driver.fill('Who you are to the person', 'We check your identity for Example Bank.');
};

/** Appearance of an integration's flow. */
export const brandingShots = (integration: string): Shot[] => [
  {
    ...at('branding', `integrations/${integration}/branding`, 'Own colours'),
    act: brand,
  },
  {
    ...at('branding-unreadable', `integrations/${integration}/branding`, 'Own colours'),
    act: async (driver) => {
      await brand(driver);
      await driver.fill('Primary colour', '#ff9900');
      await driver.see('Hard to read');
      await driver.fill('Device', 'desktop');
      await driver.fill('Screen', 'done');
    },
  },
  {
    ...at('branding-leave', `integrations/${integration}/branding`, 'Own colours'),
    act: async (driver) => {
      await brand(driver);
      await driver.click('Keys');
      await driver.see('Leave without saving?');
    },
  },
];
