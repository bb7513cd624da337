import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Pages } from './pages.ts';
import { builtFolder, filePage, folderPages, immutable } from './static-files.ts';

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    // The icon is an empty data address, otherwise browsers would request a file.
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Pages, their Markdown, and the API as request collections for other programs. */
const served = /\.(html|md|http|postman_collection\.json)$/;

/** The folder of the documentation built into this installation; `null` if it was not built. */
export const builtDocs = (): string | null => builtFolder('dist/docs/index.html');

/**
 * The documentation: `/` is the front page, `/docs` the list, `/docs/<name>` a page, `/docs/<name>.md` its Markdown, `/docs/api`
 * the reference; `/llms.txt` lists them for programs. No page links to another host.
 * @param folder output of `tools/bundle-docs.mjs`
 */
export function docsPages(folder: string, environment: 'development' | 'production'): Pages {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const documents = readdirSync(folder).filter((name) => served.test(name) && name !== 'front.html');
  return new Map<string, Page>([
    ['/', filePage('front.html', blockOf(read('front.html'), environment), headers)],
    ['/docs', filePage('index.html', read('index.html'), headers)],
    ['/llms.txt', filePage('llms.txt', read('llms.txt'), headers)],
    ['/docs/search.json', filePage('search.json', read('search.json'), headers)],
    ...documents.map((name): [string, Page] => [
      `/docs/${name.replace(/\.html$/, '')}`,
      filePage(name, read(name), headers),
    ]),
    ...folderPages(path.join(folder, 'assets'), '/docs/assets/', immutable),
    ...folderPages(path.join(folder, 'pictures'), '/docs/pictures/', headers),
  ]);
}

/** Keeps only the front page's block for one environment: `<!--development-->…<!--/development-->` and the like. */
const blockOf = (html: string, environment: string): string =>
  html.replaceAll(/<!--(\w+)-->([^]*?)<!--\/\1-->/g, (_, name: string, block: string) =>
    name === environment ? block : '',
  );
