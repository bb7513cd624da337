import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { contents, pages } from './docs/contents.mjs';
import { anchorOf, render } from './docs/markdown.mjs';
import { at } from './project.mjs';

const here = { file: 'docs/guides/a.md', slug: 'a' };
const others: Record<string, string> = { 'docs/guides/b.md': 'b', 'spec/contract.md': 'contract' };
const rendered = (source: string) =>
  render(source, {
    ...here,
    slugOf: (file: string) => others[file] ?? null,
    exists: (file: string) => file in others || file === 'packages/core/src/index.ts',
  });

describe('the index of the documents', () => {
  it('names every guide, each once', () => {
    const index = readFileSync(at('docs/README.md'), 'utf8');
    const named = [...index.matchAll(/\]\(guides\/([\w-]+\.md)\)/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(readdirSync(at('docs/guides')).toSorted());
  });
});

describe('a document as a page', () => {
  it.each([
    ['[b](b.md)', '<a href="/docs/b">b</a>'],
    ['[b](b.md#part)', '<a href="/docs/b#part">b</a>'],
    ['[c](../../spec/contract.md#a-15)', '<a href="/docs/contract#a-15">c</a>'],
    ['[here](#part)', '<a href="#part">here</a>'],
    ['[code](../../packages/core/src/index.ts)', 'code'],
    [
      '<https://example.com>',
      '<a href="https://example.com" rel="noopener noreferrer">https://example.com</a>',
    ],
  ])('turns the link %s into %s', (source, html) => {
    const { html: found, faults } = rendered(source);
    expect([found.trim(), faults]).toEqual([`<p>${html}</p>`, []]);
  });

  it('reports a link and a picture that lead to no file', () => {
    const { faults } = rendered('[gone](gone.md) ![gone](../pictures/gone.png)');
    expect(faults).toEqual([
      'docs/guides/a.md: gone.md leads to no file',
      'docs/guides/a.md: picture ../pictures/gone.png leads to no file',
    ]);
  });

  it('names headings as code hosts do, the second of a name apart', () => {
    const { anchors } = rendered('# A\n\n## Which bytes?\n\n## A-15 What is `signed`\n\n## Which bytes?');
    expect([...anchors]).toEqual(['a', 'which-bytes', 'a-15-what-is-signed', 'which-bytes-1']);
    expect(anchorOf('Überschrift – zwei')).toBe('überschrift--zwei');
  });

  it('gives the first row of a code an address', () => {
    const { html, anchors } = rendered('| HTTP | Code |\n|---|---|\n| 400 | 1104 |\n| 413 | 1104 |');
    expect(html.match(/<tr id="[^"]+"/g)).toEqual(['<tr id="1104"']);
    expect(anchors.has('1104')).toBe(true);
  });

  it('writes code as text, never as HTML', () => {
    expect(rendered('```js\nif (a < b) alert("<script>")\n```').html).toContain(
      'if (a &#60; b) alert(&#34;&#60;script&#62;&#34;)',
    );
  });
});

describe('the pages of the documents', () => {
  let errors = '';
  let api = '';
  beforeAll(async () => {
    const { bundleDocs } = await import('./bundle-docs.mjs');
    // Throws an error listing every broken link and every guide without a place.
    await bundleDocs();
    errors = readFileSync(at('dist/docs/errors.html'), 'utf8');
    api = readFileSync(at('dist/docs/api.html'), 'utf8');
  });

  it('are in one group each, under unique addresses', () => {
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
    expect(contents.map(({ title }) => title)).toEqual([
      'Start',
      'Solutions',
      'Reference',
      'Operate',
      'Measured',
      'Contribute',
    ]);
  });

  it('explain every code that the service refuses with', () => {
    const source = readFileSync(at('packages/contract/src/problems.ts'), 'utf8');
    const codes = new Set([...source.matchAll(/row\(\d+, '(\d+)'/g)].map(([, code]) => code));
    expect(codes.size).toBeGreaterThan(30);
    expect([...codes].filter((code) => !errors.includes(`<tr id="${code}"`))).toEqual([]);
  });

  it('show every endpoint with a sample and a form, and every webhook', () => {
    const source = readFileSync(at('packages/contract/src/endpoints.ts'), 'utf8');
    const names = [...source.matchAll(/^ {4}name: '([a-z-]+)'/gm)].map(([, name]) => name);
    expect(names).toHaveLength(23);
    expect(names.filter((name) => !api.includes(`<form id="try-${name}"`))).toEqual([]);
    expect(api.match(/id="webhook-/g)).toHaveLength(8);
  });

  it('show members inside components, each with its sentence, and samples in five languages', () => {
    const operation = api.split('<section class="operation" id="get-decision">')[1].split('</section>')[0];
    expect(operation).toContain('<details><summary>DecisionVerification</summary>');
    expect(operation).toContain(
      '<code>yearOfBirth</code> <span class="type">string or null</span> <span class="needed">required</span> Year of birth; null when not known.',
    );
    const languages = [...operation.matchAll(/<summary>([A-Za-z]+)<\/summary><div class="code"/g)];
    expect(languages.map(([, name]) => name)).toEqual(['curl', 'TypeScript', 'Python', 'PHP', 'Go']);
  });

  it('lead from the reference to parts of pages that are there, entries of the contract among them', () => {
    const links = [...api.matchAll(/href="\/docs\/([a-z-]+)#([^"]+)"/g)];
    expect(links.length).toBeGreaterThan(100);
    const idsOf = (page: string) => readFileSync(at('dist/docs', `${page}.html`), 'utf8');
    const lost = links.filter(([, page = '', anchor]) => !idsOf(page).includes(`id="${anchor}"`));
    expect(new Set(lost.map(([, page, anchor]) => `${page}#${anchor}`))).toEqual(new Set());
  });

  it('load nothing from another host', () => {
    for (const name of readdirSync(at('dist/docs')).filter((each) => each.endsWith('.html')))
      expect([
        name,
        readFileSync(at('dist/docs', name), 'utf8').match(
          /<(?:script|link|img)[^>]+(?:src|href)="https?:[^"]*"/g,
        ),
      ]).toEqual([name, null]);
  });
});
