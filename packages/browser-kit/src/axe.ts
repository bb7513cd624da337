import axe from 'axe-core';
import type { Page } from './page.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeWindow {
  axe: { run(context: object, options: object): Promise<{ violations: { id: string; nodes: unknown[] }[] }> };
}

/** What axe finds against WCAG 2.2 A and AA in a page, its frames left out: `rule × elements`, sorted. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.runText(axe.source);
  return page.run(async (wanted: string[]) => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run(document, {
      runOnly: { type: 'tag', values: wanted },
      iframes: false,
      // What passes is described by one element each, and none by a selector: a fifth less (decision 0175).
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.map(({ id, nodes }) => `${id} × ${nodes.length}`).sort();
  }, tags);
}
