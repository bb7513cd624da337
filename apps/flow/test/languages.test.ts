import { directionOf, flowLanguages, type FlowPreview, previewScreens } from '@countersign/contract';
import { type Browser, isInstalled, launchBrowser, type Page } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, type FlowBench, startBench } from './support/flow-page.ts';
import { limitMs, onScreen } from './support/person.ts';
import { previewPath, type ScriptedService, startScriptedService } from './support/scripted-service.ts';

/** Sizes of text that the company can choose, as custom properties of the page. */
const sizes: Record<string, string>[] = [
  {},
  ...(process.env['NIGHTLY'] === '1' ? [{ '--text': '20px', '--gap': '26px' }] : []),
];

/** Shows every screen one after the other. @returns what does not fit, and where language or direction are not those wanted */
const faultsOf = async (
  language: FlowPreview['language'],
  {
    screens,
    wanted,
    tokens,
  }: { screens: FlowPreview['screen'][]; wanted: string; tokens: Record<string, string> },
) => {
  const app = document.getElementById('app')!;
  const shown = async (screen: string) => {
    for (let turn = 0; turn < 400; turn += 1) {
      const main = document.querySelector<HTMLElement>('main');
      if (app.dataset['view'] === `${screen} ${language}` && main && main.dataset['screen'] !== 'F0') return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${screen} in ${language} was not shown`);
  };
  const nameOf = (element: Element) => (element.textContent || element.tagName).slice(0, 40);
  /** Text or boxes beyond the sides of the page; what only a screen reader reads is a pixel wide. */
  const beyond = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
  };
  /** Fonts reach above and below a line by their own measures: up to a third of their size, which nothing cuts off. */
  const clipped = (element: Element) => {
    const reach = Number.parseFloat(getComputedStyle(element).fontSize) / 3;
    return (
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + reach
    );
  };
  const found: string[] = [];
  for (const screen of screens) {
    const preview = {
      kind: 'flow-preview',
      screen,
      language,
      scheme: 'light',
      tokens,
      mode: 'test',
      brand: {},
    };
    window.postMessage({ ...preview, name: 'Versicherungsgesellschaft' }, location.origin);
    await shown(screen);
    const { lang, dir, scrollWidth } = document.documentElement;
    const faults = [
      ...(`${lang} ${dir}` === wanted ? [] : [`labelled ${lang} ${dir}`]),
      ...(scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : []),
      ...[...document.querySelectorAll('main *, header *')]
        .filter((element) => beyond(element))
        .map((element) => `beyond the page: ${nameOf(element)}`),
      ...[...document.querySelectorAll('#app button, #app label.plain, h1, h2')]
        .filter((element) => clipped(element))
        .map((element) => `clipped: ${nameOf(element)}`),
    ];
    found.push(...faults.map((fault) => `${screen}: ${fault}`));
  }
  return found;
};

describe.skipIf(!isInstalled('chromium'))('the language that a person chooses (Chromium)', () => {
  let bench: FlowBench;
  beforeAll(async () => {
    bench = await startBench('chromium');
  });
  afterAll(() => bench?.close());

  const shown = () =>
    bench.page.run(() => {
      const { lang, dir } = document.documentElement;
      return `${lang} ${dir}: ${document.querySelector('h1')?.textContent ?? ''}`;
    });
  const choose = (tag: string) =>
    bench.page.run((wanted: string) => {
      const select = document.querySelector<HTMLSelectElement>('[data-action=language]')!;
      select.value = wanted;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, tag);

  it('is one of 24, each under its native name, and stays through steps, the camera and a reload', async () => {
    await bench.open({ given: chosen });
    await onScreen(bench.page, 'F5');
    const names = () =>
      bench.page.run(() =>
        [...document.querySelectorAll<HTMLOptionElement>('[data-action=language] option')].map(
          ({ textContent, lang }) => `${lang} ${textContent}`,
        ),
      );
    expect(await names()).toHaveLength(24);
    expect(await names()).toEqual(expect.arrayContaining(['de Deutsch', 'ar العربية', 'zh-Hans 简体中文']));
    await bench.page.run(() => Object.assign(document.querySelector('video')!, { isSame: true }));
    await choose('de');
    await expect.poll(shown, { timeout: limitMs }).toBe('de ltr: Vorderseite Ihres Dokuments');
    expect(await bench.page.run(() => 'isSame' in document.querySelector('video')!)).toBe(true);
    await bench.page.goto(await bench.page.run(() => location.href));
    await expect.poll(shown, { timeout: limitMs }).toBe('de ltr: Vorderseite Ihres Dokuments');
  });

  it('turns the page where it is written from right to left, and not the picture of the camera', async () => {
    await bench.open({ given: chosen, query: '?lang=he' });
    await onScreen(bench.page, 'F5');
    const sides = () =>
      bench.page.run(() => {
        const leftOf = (name: string) => document.querySelector(name)!.getBoundingClientRect().left;
        return {
          dir: document.documentElement.dir,
          helpIsLeft: leftOf('[data-action=help]') < leftOf('.company'),
          picture: getComputedStyle(document.querySelector('video')!).transform,
        };
      });
    expect(await sides()).toEqual({ dir: 'rtl', helpIsLeft: true, picture: 'none' });
    await choose('en');
    await expect.poll(async () => (await sides()).helpIsLeft, { timeout: limitMs }).toBe(false);
  });

  it('is that of the session on another device, unless its link names one, which counts from then on', async () => {
    await bench.open({ script: { language: 'de' } });
    await expect.poll(shown, { timeout: limitMs }).toMatch(/^de ltr: /);
    const { origin, link } = bench.service;
    await bench.page.goto(`${origin}${link}?lang=fr`);
    await expect.poll(shown, { timeout: limitMs }).toMatch(/^fr ltr: /);
    await bench.page.goto(origin + link);
    await expect.poll(shown, { timeout: limitMs }).toMatch(/^fr ltr: /);
  });

  it('is the last of those chosen while one is downloaded', async () => {
    await bench.open();
    await onScreen(bench.page, 'F1');
    await bench.page.run(() => {
      const select = document.querySelector<HTMLSelectElement>('[data-action=language]')!;
      for (const tag of ['fr', 'it', 'pl']) {
        select.value = tag;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    await expect.poll(shown, { timeout: limitMs }).toBe('pl ltr: Potwierdź swoją tożsamość');
  });
});

describe.skipIf(!isInstalled('chromium'))('every screen in every language (Chromium)', () => {
  let service: ScriptedService;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    service = await startScriptedService();
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
    await page.setViewport({ width: 320, height: 568 });
    await page.goto(service.origin + previewPath);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const rows = [
    ...flowLanguages.map((language) => [language, `${language} ${directionOf(language)}`] as const),
    ['longer', 'en ltr'] as const,
  ];

  it.each(rows)('fits on 320 pixels and is labelled with its language (%s)', async (language, wanted) => {
    for (const tokens of sizes) {
      const options = { screens: [...previewScreens], wanted, tokens };
      expect(await page.run(faultsOf, language, options)).toEqual([]);
    }
  });
});
