// Builds the page of the end-user flow: dist/flow/index.html and dist/flow/assets/. A build that exceeds a budget, or whose
// catalogues differ in their texts, fails.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { at } from './project.mjs';

const kilobyte = 1024;
/**
 * Maximum gzip sizes. `script`: what the first screen needs, in the language with the largest texts; `capture`: additions for the camera, its
 * texts included; `handoff`: additions for
 * continuing on a phone, on both sides.
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

const kindOf = (text) =>
  text === '' ? 'empty' : typeof text === 'function' ? `function of ${text.length}` : typeof text;

/** Paths of all texts in a catalogue with their kinds: `a.b: string`. */
function textsOf(catalogue, prefix = '') {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? textsOf(value, `${prefix}${key}.`) : [`${prefix}${key}: ${kindOf(value)}`],
  );
}

/** Differences between a catalogue and the English one; empty texts count as missing. */
export function catalogueFaults(name, catalogue, english) {
  const own = new Set(textsOf(catalogue));
  const wanted = new Set(textsOf(english));
  return [
    ...[...wanted].filter((text) => !own.has(text)).map((text) => `${name} lacks ${text}`),
    ...[...own].filter((text) => !wanted.has(text)).map((text) => `${name} has ${text} too much`),
  ];
}

/** Runs a source file. @returns what it exports */
async function load(input) {
  const build = await rolldown({ input, logLevel: 'warn', platform: 'browser' });
  const file = at('.build/flow-words', `${path.basename(input, '.ts')}.mjs`);
  await build.write({ file, format: 'esm' });
  await build.close();
  return import(`${pathToFileURL(file).href}?${digestOf(readFileSync(file))}`);
}

const catalogueFile = (language) => source('src/words', `${language.toLowerCase()}.ts`);

/** All catalogues by language tag. The build fails if their texts differ. */
async function loadCatalogues() {
  const { flowLanguages } = await load(at('packages/contract/src/branding/flow-languages.ts'));
  const catalogues = {};
  for (const language of flowLanguages)
    [catalogues[language]] = Object.values(await load(catalogueFile(language)));
  const faults = flowLanguages.flatMap((language) =>
    catalogueFaults(language, catalogues[language], catalogues.en),
  );
  if (faults.length > 0) throw new Error(`Catalogues: must have the same texts.\n${faults.join('\n')}`);
  return catalogues;
}

/**
 * The source of a catalogue with some of its texts.
 * @param isWanted by the name of a text
 */
export function cutCatalogue(code, isWanted) {
  const { declaration } = parseAst(code, { lang: 'ts' }).body.find(
    ({ type }) => type === 'ExportNamedDeclaration',
  );
  const [{ init }] = declaration.declarations;
  if (init.type !== 'ObjectExpression' || init.properties.some(({ type }) => type !== 'Property'))
    throw new Error('catalogue: must export an object that names all of its texts itself');
  const kept = init.properties.filter(({ key }) => isWanted(key.name));
  const texts = kept.map(({ start, end }) => code.slice(start, end)).join(',');
  return `${code.slice(0, declaration.start)}const words = {${texts}}${code.slice(init.end)}`;
}

/** A script that exports some texts of a catalogue as `words`. */
async function bundleTexts(file, isWanted) {
  const build = await rolldown({
    input: file,
    platform: 'browser',
    transform: { target },
    logLevel: 'warn',
    plugins: [
      {
        name: 'texts',
        load: (id) => (id === file ? cutCatalogue(readFileSync(file, 'utf8'), isWanted) : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
}

/**
 * Two scripts per language: texts of the first screens, and those of the camera. They share one digest, so that a page can refer to
 * each of them.
 */
async function bundleCatalogues(languages) {
  const { cameraTexts } = await load(source('src/words/camera-texts.ts'));
  const isOfCamera = (name) => cameraTexts.includes(name);
  const scripts = [];
  for (const language of languages) {
    const file = catalogueFile(language);
    scripts.push({ part: 'words', language, code: await bundleTexts(file, (name) => !isOfCamera(name)) });
    scripts.push({ part: 'camera-words', language, code: await bundleTexts(file, isOfCamera) });
  }
  const digest = digestOf(scripts.map(({ code }) => code).join('\n'));
  const chunks = scripts.map(({ part, language, code }) => ({
    part,
    fileName: `${part}-${language}-${digest}.js`,
    code,
  }));
  const largest = (part) =>
    Math.max(...chunks.filter((each) => each.part === part).map(({ code }) => gzip(code)));
  return { digest, chunks, largest: { first: largest('words'), camera: largest('camera-words') } };
}

/** Texts the service writes into the page before its script runs, by language. */
async function shellTexts(catalogues) {
  const { noScript } = await load(source('src/words/no-script.ts'));
  return Object.fromEntries(
    Object.entries(catalogues).map(([language, { loading }]) => [
      language,
      { loading, noScript: noScript[language] },
    ]),
  );
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

/** Code left out of the page may be newer than the page's browsers support. */
const isTolerated = (code) => code === 'TOLERATED_TRANSFORM';

/** Scripts of a page and those it loads later, except catalogues. @param chunkName names the latter */
async function bundlePage(input, { worker, words, chunkName }) {
  const build = await rolldown({
    input,
    platform: 'browser',
    cwd: at(),
    // How JSX is compiled is in apps/flow/tsconfig.json.
    transform: {
      target,
      define: {
        frameWorkerPath: JSON.stringify(`/flow/assets/${worker.fileName}`),
        wordsDigest: JSON.stringify(words.digest),
      },
    },
    treeshake: {
      moduleSideEffects: [{ test: /packages\/contract\/|node_modules\/typebox\//, sideEffects: false }],
    },
    logLevel: 'warn',
    onLog: (level, log, handle) => {
      if (!isTolerated(log.code)) handle(level, log);
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

const bundleScripts = (parts) =>
  bundlePage({ main: source('src/main.tsx') }, { ...parts, chunkName: '[name]-[hash].js' });

/** The page shown in a frame of the portal: separate from the flow, so that it adds nothing to the flow's size. */
const bundlePreview = (parts) =>
  bundlePage(
    { preview: source('src/preview/main.tsx') },
    { ...parts, chunkName: 'preview-[name]-[hash].js' },
  );

/** A chunk and everything it imports statically. */
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

/** Gzip sizes by the time of loading. */
function measure(chunks, { worker, words, style, shell }) {
  const size = (names) =>
    [...names].reduce((sum, name) => sum + gzip(chunks.find(({ fileName }) => fileName === name).code), 0);
  const entry = chunks.find(({ isEntry }) => isEntry).fileName;
  const first = withImports(chunks, entry);
  /** What a lazily loaded chunk adds. */
  const added = (wanted) => {
    const { fileName } = chunks.find(({ name }) => name === wanted);
    return [...withImports(chunks, fileName)].filter((name) => !first.has(name));
  };
  return {
    script: size(first) + words.largest.first,
    style: gzip(style),
    document: gzip(shell),
    capture: size(added('step')) + gzip(worker.code) + words.largest.camera,
    handoff: size(new Set([...added('use-phone'), ...added('was-this-you')])),
  };
}

/** The HTML of a page, with the placeholders that the service fills. @param words digest of the catalogues; absent: none is preloaded */
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
  const catalogues = await loadCatalogues();
  const words = await bundleCatalogues(Object.keys(catalogues));
  const worker = await bundleWorker();
  const chunks = await bundleScripts({ words, worker });
  const preview = await bundlePreview({ words, worker });
  const style = smallStyle('flow.css');
  const stylesheet = `flow-${digestOf(style)}.css`;
  const shell = documentOf(chunks, { stylesheet, words: words.digest });
  const sizes = measure(chunks, { worker, words, style, shell });
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
  for (const { fileName, code } of [...chunks, ...preview, ...words.chunks, worker])
    writeFileSync(at('dist/flow/assets', fileName), code);
  writeFileSync(at('dist/flow/assets', stylesheet), style);
  writeFileSync(at('dist/flow/index.html'), shell);
  writeFileSync(at('dist/flow/preview.html'), documentOf(preview, { stylesheet }));
  writeFileSync(at('dist/flow/shell-texts.json'), JSON.stringify(await shellTexts(catalogues)));
  writeFileSync(at('dist/flow/sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
  return sizes;
}
