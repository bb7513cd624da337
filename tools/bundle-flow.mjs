// Builds the page of the end-user flow: dist/flow/index.html and dist/flow/assets/. A build that exceeds a budget, or whose
// catalogues differ in their texts, fails.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { at } from './project.mjs';

const kilobyte = 1024;
/**
 * Bytes with gzip. `script`: what the first screen needs, with the largest catalogue; `capture`: what the camera adds; `handoff`: what
 * going on with a phone adds, on both sides.
 */
export const budgets = {
  script: 30 * kilobyte,
  style: 8 * kilobyte,
  document: 8 * kilobyte,
  capture: 25 * kilobyte,
  handoff: 8 * kilobyte,
};
const source = (...parts) => at('apps/flow', ...parts);
const gzip = (text) => gzipSync(text, { level: 9 }).length;
const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** File of a catalogue to the tag of its language; the tag is part of the name that the shell preloads. */
const catalogues = { en: 'en', es: 'es', 'pt-br': 'pt-BR' };
const isCatalogue = (file) => file in catalogues;

const kindOf = (text) =>
  text === '' ? 'empty' : typeof text === 'function' ? `function of ${text.length}` : typeof text;

/** Paths of all texts of a catalogue with their kinds: `a.b: string`. */
function textsOf(catalogue, prefix = '') {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? textsOf(value, `${prefix}${key}.`) : [`${prefix}${key}: ${kindOf(value)}`],
  );
}

/** What differs between a catalogue and the English one; empty texts count as missing. */
export function catalogueFaults(name, catalogue, english) {
  const own = new Set(textsOf(catalogue));
  const wanted = new Set(textsOf(english));
  return [
    ...[...wanted].filter((text) => !own.has(text)).map((text) => `${name} lacks ${text}`),
    ...[...own].filter((text) => !wanted.has(text)).map((text) => `${name} has ${text} too much`),
  ];
}

async function loadCatalogue(name) {
  const build = await rolldown({ input: source('src/words', `${name}.ts`), logLevel: 'warn' });
  const file = at('.build/flow-words', `${name}.mjs`);
  await build.write({ file, format: 'esm' });
  await build.close();
  const [catalogue] = Object.values(
    await import(`${pathToFileURL(file).href}?${digestOf(readFileSync(file))}`),
  );
  return catalogue;
}

async function checkCatalogues() {
  const english = await loadCatalogue('en');
  const faults = [];
  for (const name of Object.keys(catalogues))
    faults.push(...catalogueFaults(name, await loadCatalogue(name), english));
  if (faults.length > 0) throw new Error(`Catalogues: must have the same texts.\n${faults.join('\n')}`);
}

/** Catalogues share one digest, so that the shell can name the one of its language. */
function catalogueDigest() {
  const texts = readdirSync(source('src/words'))
    .sort()
    .map((file) => readFileSync(source('src/words', file), 'utf8'));
  return digestOf(texts.join('\n'));
}

const target = 'es2019';

/** The worker that measures frames: a plain script, for browsers without module workers. */
async function bundleWorker() {
  const build = await rolldown({
    input: { 'frame-worker': source('src/camera/frame-worker.ts') },
    platform: 'browser',
    cwd: at(),
    transform: { target },
    logLevel: 'warn',
  });
  const { output } = await build.generate({
    format: 'iife',
    minify: true,
    entryFileNames: '[name]-[hash].js',
  });
  await build.close();
  return output[0];
}

/**
 * What is left out of the page may be newer than what browsers of the page understand; the preview has all catalogues at once, which
 * the flow loads one by one.
 */
const isTolerated = new Set(['TOLERATED_TRANSFORM', 'INEFFECTIVE_DYNAMIC_IMPORT']);

/** Scripts of a page, with what they load later. @param chunkName names those */
async function bundlePage(input, { worker, chunkName }) {
  const build = await rolldown({
    input,
    platform: 'browser',
    cwd: at(),
    // How JSX is compiled is in apps/flow/tsconfig.json.
    transform: { target, define: { frameWorkerPath: JSON.stringify(`/flow/assets/${worker.fileName}`) } },
    treeshake: {
      moduleSideEffects: [{ test: /packages\/contract\/|node_modules\/typebox\//, sideEffects: false }],
    },
    logLevel: 'warn',
    onLog: (level, log, handle) => {
      if (!isTolerated.has(log.code)) handle(level, log);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: chunkName,
  });
  await build.close();
  return output.filter(({ type }) => type === 'chunk');
}

const bundleScripts = ({ words, worker }) =>
  bundlePage(
    { main: source('src/main.tsx') },
    {
      worker,
      chunkName: ({ name }) =>
        isCatalogue(name) ? `words-${catalogues[name]}-${words}.js` : '[name]-[hash].js',
    },
  );

/** The page that the portal shows in a frame: apart from the flow, so that it costs the flow nothing. */
const bundlePreview = ({ worker }) =>
  bundlePage({ preview: source('src/preview/main.tsx') }, { worker, chunkName: 'preview-[name]-[hash].js' });

/** A chunk with everything it imports at once. */
function withImports(chunks, fileName, found = new Set()) {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const other of chunks.find((chunk) => chunk.fileName === fileName).imports)
    withImports(chunks, other, found);
  return found;
}

const smallStyle = (file) =>
  readFileSync(source('src/style', file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();

/** Gzip sizes of what is loaded when. */
function measure(chunks, { worker, style, shell }) {
  const size = (names) =>
    [...names].reduce((sum, name) => sum + gzip(chunks.find(({ fileName }) => fileName === name).code), 0);
  const entry = chunks.find(({ isEntry }) => isEntry).fileName;
  const first = withImports(chunks, entry);
  const words = chunks.filter(({ fileName }) => fileName.startsWith('words-'));
  /** What a chunk that is loaded later brings along. */
  const added = (wanted) => {
    const { fileName } = chunks.find(({ name }) => name === wanted);
    return [...withImports(chunks, fileName)].filter((name) => !first.has(name));
  };
  return {
    script: size(first) + Math.max(...words.map(({ code }) => gzip(code))),
    style: gzip(style),
    document: gzip(shell),
    capture: size(added('step')) + gzip(worker.code),
    handoff: size(new Set([...added('use-phone'), ...added('was-this-you')])),
  };
}

/** The document of a page, with the marks that the service fills. @param words digest of the catalogues; absent: none is preloaded */
function documentOf(chunks, { stylesheet, words }) {
  const fill = {
    '{{script}}': `/flow/assets/${chunks.find(({ isEntry }) => isEntry).fileName}`,
    '{{stylesheet}}': `/flow/assets/${stylesheet}`,
    '{{words}}': `/flow/assets/words-{{language}}-${words}.js`,
    '{{style}}': smallStyle('shell.css'),
  };
  const template = readFileSync(source('index.html'), 'utf8').replace(/\n\s+/g, '\n');
  return Object.entries(fill).reduce(
    (text, [mark, value]) => text.replace(mark, () => value),
    words === undefined ? template.replace(/<link rel="modulepreload"[^>]*>\n/, '') : template,
  );
}

/** Writes the page. @returns gzip sizes in bytes, by the names of `budgets` */
export async function bundleFlow() {
  await checkCatalogues();
  const words = catalogueDigest();
  const worker = await bundleWorker();
  const chunks = await bundleScripts({ words, worker });
  const preview = await bundlePreview({ worker });
  const style = smallStyle('flow.css');
  const stylesheet = `flow-${digestOf(style)}.css`;
  const shell = documentOf(chunks, { stylesheet, words });
  const sizes = measure(chunks, { worker, style, shell });
  const over = Object.keys(budgets).filter((name) => sizes[name] > budgets[name]);
  if (over.length > 0)
    throw new Error(
      over
        .map(
          (name) =>
            `${name} of the flow: must be at most ${budgets[name]} bytes with gzip, is ${sizes[name]}`,
        )
        .join('\n'),
    );
  rmSync(at('dist/flow'), { recursive: true, force: true });
  mkdirSync(at('dist/flow/assets'), { recursive: true });
  for (const { fileName, code } of [...chunks, ...preview, worker])
    writeFileSync(at('dist/flow/assets', fileName), code);
  writeFileSync(at('dist/flow/assets', stylesheet), style);
  writeFileSync(at('dist/flow/index.html'), shell);
  writeFileSync(at('dist/flow/preview.html'), documentOf(preview, { stylesheet }));
  writeFileSync(at('dist/flow/sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
  return sizes;
}
