import { isInstalled } from '@countersign/browser-kit';
import { describe, expect, it } from 'vitest';
import { useSceneBench } from './support/scene-bench.ts';

const isNightly = process.env['NIGHTLY'] === '1';
const screens: [name: string, width: number, height: number][] = [
  ['a small phone', 320, 568],
  ['a phone', 360, 640],
  ['a phone held across', 667, 375],
  ...(isNightly
    ? ([
        ['a phone with the bars of its browser', 375, 553],
        ['a large phone held across', 844, 390],
      ] as [string, number, number][])
    : []),
];

/** What a person who films cannot see or reach without scrolling. */
const outOfReach = () => {
  const guide = document.querySelector('.guide')!.getBoundingClientRect();
  const action = document.querySelector('[data-primary]')!.getBoundingClientRect();
  const middle = (guide.left + guide.right) / 2;
  const isSeen = (y: number) => document.elementFromPoint(middle, y)?.closest('.view') !== null;
  return [
    ...(guide.top >= 0 && isSeen(guide.top + 4) ? [] : ['the upper edge of the guide']),
    ...(guide.bottom <= innerHeight && isSeen(guide.bottom - 4) ? [] : ['the lower edge of the guide']),
    ...(action.top < innerHeight - 24 ? [] : ['the primary action']),
  ];
};

/** Words of headings and actions that stand on two lines. */
const brokenWords = () =>
  [...document.querySelectorAll('h1, #app button, #app label.plain')].flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      for (const word of node.textContent!.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0]);
      }
    return broken;
  });

/** Shows text at twice its size. */
const enlarge = () => document.documentElement.style.setProperty('--text', '34px');

/** What lies over the texts of the screen all the time, and what makes it scroll sideways. */
const inTheWay = () => [
  ...(document.documentElement.scrollWidth > innerWidth ? ['sideways scrolling'] : []),
  ...[...document.querySelectorAll('.actions, .controls')]
    .filter((each) => getComputedStyle(each).position === 'sticky')
    .map((each) => each.className),
];

describe.skipIf(!isInstalled('chromium'))('the flow on low and narrow screens (Chromium)', () => {
  const bench = useSceneBench();
  const show = (name: string, language: string) =>
    bench.show(
      bench.scenes.find((each) => each.name === name)!,
      language,
    );

  it.each(screens)('shows the whole guide of the camera and the button on %s', async (_, width, height) => {
    const { page } = bench;
    await page.setViewport({ width, height });
    for (const name of ['front', 'back', 'selfie', 'movements']) {
      await show(name, 'es');
      await page.setViewport({ width, height });
      expect({ [name]: await page.run(outOfReach) }).toEqual({ [name]: [] });
    }
  });

  it.each(isNightly ? ['es', 'de', 'fi', 'fr', 'ar', 'ja'] : ['de'])(
    'shows the whole primary action of every step on a small phone without scrolling (%s)',
    async (language) => {
      const { page } = bench;
      for (const name of ['recovery', 'check', 'selfie', 'movements', 'review']) {
        await page.setViewport({ width: 320, height: 568 });
        await show(name, language);
        const below = () =>
          Math.max(0, document.querySelector('[data-primary]')!.getBoundingClientRect().bottom - innerHeight);
        expect({ [name]: await page.run(below) }).toEqual({ [name]: 0 });
      }
    },
  );

  it.each(isNightly ? ['en', 'es', 'pt-BR', 'de', 'ar'] : ['es'])(
    'breaks no word of a heading or an action (%s)',
    async (language) => {
      const { page } = bench;
      for (const name of ['check', 'review', 'recovery', 'code', 'was this you', 'mirror']) {
        await page.setViewport({ width: 390, height: 844 });
        await show(name, language);
        const at390 = await page.run(brokenWords);
        await page.setViewport({ width: 320, height: 568 });
        expect({ [name]: [...at390, ...(await page.run(brokenWords))] }).toEqual({ [name]: [] });
      }
    },
  );

  it.each(
    isNightly
      ? [
          ['en', ''],
          ['es', ''],
          ['pt-BR', ''],
          ['de', ''],
          ['ar', ''],
        ]
      : [['es', 'start recovery front review checking number mirror']],
  )('can be read with text of twice the size (%s)', async (language, only) => {
    const { page } = bench;
    const wanted = bench.scenes.filter(({ name }) => only === '' || only.split(' ').includes(name));
    // The longest words of German have to be divided at that size; nothing may be wider than the page all the same.
    const broken = async () => (language === 'de' ? [] : bench.page.run(brokenWords));
    for (const scene of wanted) {
      await page.setViewport({ width: 390, height: 844 });
      await bench.show(
        { ...scene, options: { ...scene.options, company: 'Versicherungsgesellschaft' } },
        language,
      );
      await page.run(enlarge);
      const at390 = [...(await broken()), ...(await page.run(inTheWay))];
      await page.setViewport({ width: 320, height: 568 });
      const at320 = [...(await broken()), ...(await page.run(inTheWay))];
      expect({ [scene.name]: [at390, at320] }).toEqual({ [scene.name]: [[], []] });
    }
  });
});
