import { directionOf, flowLanguages, type FlowPreview, previewScreens } from '@countersign/contract';
import { type Browser, isInstalled, launchBrowser, type Page } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const clipped = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
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
