import { accessibilityViolations, isInstalled, until } from '@countersign/browser-kit';
import { describe, expect, it } from 'vitest';
import { limitMs } from './support/person.ts';
import { useSceneBench } from './support/scene-bench.ts';

interface Look {
  width: number;
  dark: boolean;
}

const isNightly = process.env['NIGHTLY'] === '1';
/** Widths and colours that every screen is judged in. */
const looks: Look[] = isNightly
  ? [320, 390, 768, 1280].flatMap((width) => [false, true].map((dark) => ({ width, dark })))
  : [
      { width: 320, dark: false },
      { width: 1280, dark: true },
    ];
const languages = isNightly ? ['en', 'es', 'pt-BR', 'de', 'ar'] : ['en'];

/** What axe cannot see: one heading with the focus, a title, room for fingers, no sideways scrolling. */
const faultsOf = () => {
  const main = document.querySelector('main')!;
  const headings = [...document.querySelectorAll('h1')];
  const small = [
    ...document.querySelectorAll<HTMLElement>('#app button, #app a[href], #app select, #app label.plain'),
  ]
    .filter((each) => each.getClientRects().length > 0)
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ each, box }) => `${each.textContent} ${Math.round(box.width)} × ${Math.round(box.height)}`);
  // Of the numbers that a phone shows none is better than the others.
  const wanted = main.dataset['screen'] === 'F2m' ? 0 : 1;
  const primary = document.querySelectorAll('[data-primary]').length;
  return [
    ...(headings.length === 1 ? [] : [`${headings.length} headings`]),
    ...(document.activeElement === headings[0] ? [] : [`focus on ${document.activeElement?.tagName}`]),
    ...(document.title.startsWith(headings[0]!.textContent) ? [] : [`title ${document.title}`]),
    ...(primary === wanted ? [] : [`${primary} primary actions`]),
    ...(document.documentElement.scrollWidth > innerWidth
      ? [`${document.documentElement.scrollWidth} px wide`]
      : []),
    ...(main.dataset['screen'] ? [] : ['no screen']),
    ...small,
  ];
};

describe.skipIf(!isInstalled('chromium'))('every screen of the flow (Chromium)', () => {
  const bench = useSceneBench();
  const cases = languages.flatMap((language) =>
    Array.from({ length: 23 }, (_, index) => [index, language] as const),
  );

  it('is one of the scenes', () => {
    expect([...new Set(bench.scenes.map(({ screen }) => screen))]).toEqual([
      'F1',
      'F3',
      'F4',
      'F4r',
      'F5',
      'F5q',
      'F6',
      'F7',
      'F8',
      'F9',
      'F10',
      'F11',
      'F12',
      'F13',
      'F14',
      'F2',
      'F2m',
      'F2w',
    ]);
    expect(bench.scenes).toHaveLength(23);
  });

  it.each(cases)('is accessible (scene %d, %s)', async (index, language) => {
    const { page } = bench;
    const scene = bench.scenes[index]!;
    await page.setPreferences({ dark: false, stillness: true });
    await page.setViewport({ width: 390, height: 844 });
    await bench.show(scene, language);
    await until(page, {
      fn: (wanted: string) => document.documentElement.lang === wanted,
      args: [language],
      limitMs,
    });
    const found: string[] = [];
    for (const { width, dark } of looks) {
      await page.setViewport({ width, height: 800 });
      await page.setPreferences({ dark, stillness: true });
      const faults = [...(await accessibilityViolations(page)), ...(await page.run(faultsOf))];
      found.push(
        ...faults.map((fault) => `${scene.name}, ${width} px, ${dark ? 'dark' : 'light'}: ${fault}`),
      );
    }
    expect(found).toEqual([]);
  });
});
