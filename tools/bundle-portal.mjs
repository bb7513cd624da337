// Builds the customer portal: dist/portal/shell.html and dist/portal/assets/. A build that exceeds a budget, or whose catalogues
// differ in their texts, fails.
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import {
  bundleScripts,
  digestOf,
  gzip,
  kilobyte,
  refuseLarge,
  sizeOf,
  stylesOf,
  withImports,
  writeApp,
} from './bundle-app.mjs';
import { catalogueFaults } from './bundle-flow.mjs';
import { at } from './project.mjs';

/**
 * Maximum gzip sizes. `first`: script of the first route with the largest catalogue; `later`: what any other route adds to it; `texts`:
 * any file of texts loaded with a page.
 */
export const budgets = {
  first: 230 * kilobyte,
  later: 60 * kilobyte,
  texts: 8 * kilobyte,
  style: 41 * kilobyte,
};
const source = (...parts) => at('apps/portal', ...parts);

/** Catalogue file to language tag; the tag is part of the name that the shell preloads. */
const catalogues = { en: 'en', es: 'es', 'pt-br': 'pt-BR' };
/** Text files loaded with a page, in the folder of each language. */
const pageTexts = ['session', 'audit', 'branding', 'developers', 'help'];
/** The first route shown after signing in. */
const firstRoute = 'home-screen';

/** Whether a chunk contains texts rather than a route. */
const isWords = ({ facadeModuleId }) => facadeModuleId?.startsWith(source('src/words')) === true;

async function loadTexts(name) {
  const build = await rolldown({ input: source('src/words', `${name}.ts`), logLevel: 'warn' });
  const file = at('.build/portal-words', `${name}.mjs`);
  await build.write({ file, format: 'esm' });
  await build.close();
  const [texts] = Object.values(await import(`${pathToFileURL(file).href}?${digestOf(readFileSync(file))}`));
  return texts;
}

/** All texts of a language: those of the first page, and those loaded with other pages. */
async function loadCatalogue(name) {
  const files = [name, ...pageTexts.map((part) => `${name}/${part}`)];
  return Object.assign({}, ...(await Promise.all(files.map(loadTexts))));
}

async function checkCatalogues() {
  const english = await loadCatalogue('en');
  const faults = [];
  for (const name of Object.keys(catalogues))
    faults.push(...catalogueFaults(name, await loadCatalogue(name), english));
  if (faults.length > 0)
    throw new Error(`Catalogues of the portal: must have the same texts.\n${faults.join('\n')}`);
}

/** Catalogues share one digest, so that the shell can refer to the one for its language. */
function catalogueDigest() {
  const texts = readdirSync(source('src/words'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(source('src/words', file), 'utf8'));
  return digestOf(texts.join('\n'));
}

/** Gzip sizes by the time of loading: of the first route, and of each other route's additions. */
function measure(chunks, style) {
  const size = (names) => sizeOf(chunks, names);
  const shell = withImports(chunks, chunks.find(({ isEntry }) => isEntry).fileName);
  const isRoute = (chunk) => chunk.isDynamicEntry && !isWords(chunk);
  const added = ({ fileName }) => [...withImports(chunks, fileName)].filter((name) => !shell.has(name));
  const routes = Object.fromEntries(chunks.filter(isRoute).map((chunk) => [chunk.name, size(added(chunk))]));
  const words = chunks.filter(({ name }) => name in catalogues).map(({ code }) => gzip(code));
  const { [firstRoute]: list, ...later } = routes;
  if (list === undefined) throw new Error(`${firstRoute}: must be a chunk of its own.`);
  const texts = chunks
    .filter((chunk) => isWords(chunk) && !(chunk.name in catalogues))
    .map(({ code }) => gzip(code));
  return {
    first: size(shell) + Math.max(...words) + list,
    later,
    texts: Math.max(...texts),
    style: gzip(style),
  };
}

function refuseLargeOnes({ first, later, texts, style }) {
  refuseLarge('portal', [
    ['first route', first, budgets.first],
    ['texts of a page', texts, budgets.texts],
    ['style', style, budgets.style],
    ...Object.entries(later).map(([name, size]) => [name, size, budgets.later]),
  ]);
}

/** Writes the portal. @returns gzip sizes in bytes: `first`, `later` by route, `texts` of a page, `style` */
export async function bundlePortal() {
  await checkCatalogues();
  const words = catalogueDigest();
  const chunks = await bundleScripts({
    entry: source('src/main.tsx'),
    chunkFileNames: ({ name }) =>
      name in catalogues ? `words-${catalogues[name]}-${words}.js` : '[name]-[hash].js',
  });
  const style = stylesOf(source('src/style'));
  const sizes = measure(chunks, style);
  refuseLargeOnes(sizes);
  const base = '/portal/assets/';
  writeApp({
    app: 'portal',
    base,
    chunks,
    style,
    fill: { '{{words}}': `${base}words-{{language}}-${words}.js` },
    sizes,
  });
  return sizes;
}
