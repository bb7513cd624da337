// Builds the customer portal: dist/portal/shell.html and dist/portal/assets/. A build that exceeds a budget, or whose catalogues
// differ in their texts, fails.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { catalogueFaults } from './bundle-flow.mjs';
import { at } from './project.mjs';

const kilobyte = 1024;
/**
 * Bytes with gzip. `first`: script of the first route with the largest catalogue; `later`: what any other route adds to it; `texts`:
 * any file of texts that comes with a page.
 */
export const budgets = {
  first: 230 * kilobyte,
  later: 60 * kilobyte,
  texts: 8 * kilobyte,
  style: 41 * kilobyte,
};
const source = (...parts) => at('apps/portal', ...parts);
const gzip = (text) => gzipSync(text, { level: 9 }).length;
const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** File of a catalogue to the tag of its language; the tag is part of the name that the shell preloads. */
const catalogues = { en: 'en', es: 'es', 'pt-br': 'pt-BR' };
/** Files of texts that come with a page, in the folder of each language. */
const pageTexts = ['session', 'audit', 'branding', 'developers', 'help'];
/** The route that people see first after they signed in. */
const firstRoute = 'home-screen';

/** Styles of the components in use, in the order in which they build on each other. */
const componentStyles = [
  'baseline',
  'default-css-variables',
  'global',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Popover',
  'CloseButton',
  'Group',
  'Loader',
  'Overlay',
  'ModalBase',
  'Input',
  'InlineInput',
  'Flex',
  'ActionIcon',
  'Anchor',
  'Badge',
  'Button',
  'Checkbox',
  'Code',
  'Menu',
  'Modal',
  'PasswordInput',
  'Radio',
  'Skeleton',
  'Stack',
  'Text',
  'Title',
  'Tooltip',
];

/** Whether a chunk is texts, which are no route. */
const isWords = ({ facadeModuleId }) => facadeModuleId?.startsWith(source('src/words')) === true;

async function loadTexts(name) {
  const build = await rolldown({ input: source('src/words', `${name}.ts`), logLevel: 'warn' });
  const file = at('.build/portal-words', `${name}.mjs`);
  await build.write({ file, format: 'esm' });
  await build.close();
  const [texts] = Object.values(await import(`${pathToFileURL(file).href}?${digestOf(readFileSync(file))}`));
  return texts;
}

/** All texts of a language: those of the first page, and those that come with a page. */
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

/** Catalogues share one digest, so that the shell can name the one of its language. */
function catalogueDigest() {
  const texts = readdirSync(source('src/words'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(source('src/words', file), 'utf8'));
  return digestOf(texts.join('\n'));
}

async function bundleScripts(words) {
  const build = await rolldown({
    input: { main: source('src/main.tsx') },
    platform: 'browser',
    cwd: at(),
    // How JSX is compiled is in apps/portal/tsconfig.json.
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    treeshake: {
      moduleSideEffects: [{ test: /packages\/contract\/|node_modules\/typebox\//, sideEffects: false }],
    },
    logLevel: 'warn',
    // Marks of server components mean nothing in a browser.
    onLog: (level, log, handle) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'TOLERATED_TRANSFORM') handle(level, log);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: ({ name }) =>
      name in catalogues ? `words-${catalogues[name]}-${words}.js` : '[name]-[hash].js',
  });
  await build.close();
  return output.filter(({ type }) => type === 'chunk');
}

/** A chunk with everything it imports at once. */
function withImports(chunks, fileName, found = new Set()) {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const other of chunks.find((chunk) => chunk.fileName === fileName).imports)
    withImports(chunks, other, found);
  return found;
}

/** Gzip sizes of what is loaded when: of the first route, and of what every other one adds, by its name. */
function measure(chunks, style) {
  const size = (names) =>
    [...names].reduce((sum, name) => sum + gzip(chunks.find(({ fileName }) => fileName === name).code), 0);
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

const smaller = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();

const styles = () =>
  [
    ...componentStyles.map((name) => at('node_modules/@mantine/core/styles', `${name}.css`)),
    ...readdirSync(source('src/style'))
      .filter((name) => name.endsWith('.css'))
      .sort()
      .map((name) => source('src/style', name)),
  ]
    .map((file) => smaller(readFileSync(file, 'utf8')))
    .join('\n');

function refuseLargeOnes({ first, later, texts, style }) {
  const rows = [
    ['first route', first, budgets.first],
    ['texts of a page', texts, budgets.texts],
    ['style', style, budgets.style],
    ...Object.entries(later).map(([name, size]) => [name, size, budgets.later]),
  ];
  const over = rows.filter(([, size, most]) => size > most);
  if (over.length > 0)
    throw new Error(
      over
        .map(
          ([name, size, most]) =>
            `${name} of the portal: must be at most ${most} bytes with gzip, is ${size}`,
        )
        .join('\n'),
    );
}

/** Writes the portal. @returns gzip sizes in bytes: `first`, `later` by route, `texts` of a page, `style` */
export async function bundlePortal() {
  await checkCatalogues();
  const words = catalogueDigest();
  const chunks = await bundleScripts(words);
  const style = styles();
  const icon = readFileSync(source('src/style/icon.svg'), 'utf8');
  const named = { style: `portal-${digestOf(style)}.css`, icon: `icon-${digestOf(icon)}.svg` };
  const fill = {
    '{{script}}': `/portal/assets/${chunks.find(({ isEntry }) => isEntry).fileName}`,
    '{{stylesheet}}': `/portal/assets/${named.style}`,
    '{{icon}}': `/portal/assets/${named.icon}`,
    '{{words}}': `/portal/assets/words-{{language}}-${words}.js`,
  };
  const shell = Object.entries(fill).reduce(
    (text, [mark, value]) => text.replace(mark, () => value),
    readFileSync(source('shell.html'), 'utf8').replace(/\n\s+/g, '\n'),
  );
  const sizes = measure(chunks, style);
  refuseLargeOnes(sizes);
  rmSync(at('dist/portal'), { recursive: true, force: true });
  mkdirSync(at('dist/portal/assets'), { recursive: true });
  for (const { fileName, code } of chunks) writeFileSync(at('dist/portal/assets', fileName), code);
  writeFileSync(at('dist/portal/assets', named.style), style);
  writeFileSync(at('dist/portal/assets', named.icon), icon);
  writeFileSync(at('dist/portal/shell.html'), shell);
  writeFileSync(at('dist/portal/sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
  return sizes;
}
