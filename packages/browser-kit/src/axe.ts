import axe from 'axe-core';
import type { Page } from './page.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeWindow {
  axe: { run(context: object, options: object): Promise<{ violations: { id: string; nodes: unknown[] }[] }> };
}

/** Violations of WCAG 2.2 A and AA that axe finds in a page, without its frames: `rule × elements`, sorted. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.runText(axe.source);
  return page.run(async (wanted: string[]) => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run(document, {
      runOnly: { type: 'tag', values: wanted },
      iframes: false,
      // Rules that pass are reported with one element each and without selectors, which saves a fifth of the time (decision
      // 0175).
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.map(({ id, nodes }) => `${id} × ${nodes.length}`).sort();
  }, tags);
}
