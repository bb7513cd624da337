// Builds the documentation as pages: dist/docs. Broken links, documents without a page and invalid pages
// fail the build.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import MiniSearch from 'minisearch';
import { rolldown } from 'rolldown';
import { httpFile, postmanCollection } from './docs/collections.mjs';
import { contents, pages } from './docs/contents.mjs';
import { loadContract } from './docs/load-contract.mjs';
import { render } from './docs/markdown.mjs';
import { documentPage, frontPage, indexPage, widePage } from './docs/page.mjs';
import { reference } from './docs/reference.mjs';
import { at } from './project.mjs';

const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

const slugs = new Map(pages.map(({ file, slug }) => [file, slug]));
slugs.set('docs/README.md', '').set('docs', '').set('spec', 'contract').set('docs/guides', '');

/** First sentence of a document, for lists. */
function summaryOf(source) {
  const paragraph = source
    .split(/\n{2,}/)
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .find((each) => each !== '' && !/^(#|<!--|\||```|-|\[!)/.test(each));
  const text = (paragraph ?? '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/[*`_]/g, '');
  return /^.{20,220}?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text.slice(0, 160);
}

const digestOfSdk = (address) => {
  const [, version, file] = /\/sdk\/v([\d.]+)\/([a-z.]+)/.exec(address) ?? [];
  return JSON.parse(readFileSync(at('dist/sdk', version, 'integrity.json'), 'utf8'))[file];
};

/** Replaces `sha384-…` after an SDK address by the digest of the script that this installation serves there. */
const withDigests = (source) =>
  source.replace(
    /\/sdk\/v[\d.]+\/[a-z.]+"\s+integrity="sha384-…/g,
    (found) => found.slice(0, -'sha384-…'.length) + digestOfSdk(found),
  );

function renderAll() {
  const found = new Map();
  for (const { file, slug, nav } of pages) {
    const source = withDigests(readFileSync(at(file), 'utf8'));
    const rendered = render(source, {
      file,
      slug,
      slugOf: (name) => slugs.get(name) ?? null,
      exists: (name) => existsSync(at(name)),
    });
    found.set(slug, { ...rendered, slug, nav, source, summary: summaryOf(source) });
  }
  return found;
}

/** Broken anchors, and guides without a page. */
function faultsOf(found) {
  const broken = [...found.values()].flatMap(({ slug, links, faults }) => [
    ...faults,
    ...links
      .filter(({ slug: to, anchor }) => to && anchor && !found.get(to)?.anchors.has(anchor))
      .map(({ slug: to, anchor }) => `${slug}: #${anchor} is no part of ${to}`),
  ]);
  const missing = readdirSync(at('docs/guides'))
    .filter((name) => !slugs.has(`docs/guides/${name}`))
    .map((name) => `docs/guides/${name} has no place in tools/docs/contents.mjs`);
  return [...broken, ...missing];
}

async function bundleScripts(folder) {
  const build = await rolldown({
    input: { main: at('apps/docs/src/main.ts') },
    platform: 'browser',
    cwd: at(),
    transform: { target: 'es2022' },
    logLevel: 'warn',
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  return output.find(({ isEntry }) => isEntry).fileName;
}

function searchIndex(found, endpoints) {
  const index = new MiniSearch({ fields: ['title', 'page', 'text'], storeFields: ['title', 'page'] });
  const sections = [...found.values()].flatMap(({ slug, title: page, sections: parts }) =>
    parts.map(({ anchor, title, text }) => ({ id: anchor ? `${slug}#${anchor}` : slug, page, title, text })),
  );
  const operations = endpoints.map(({ name, method, path, summary }) => ({
    id: `api#${name}`,
    page: 'API reference',
    title: `${summary} (${method} /v1${path})`,
    text: name,
  }));
  index.addAll([...new Map([...sections, ...operations].map((each) => [each.id, each])).values()]);
  return JSON.stringify(index);
}

/** llms.txt for programs that read on behalf of people: every page with its summary and the address of its Markdown. */
const llmsText = (found) =>
  [
    '# Countersign',
    '',
    '> Self-hosted identity verification: one session, real checks, one signed decision.',
    ...contents.flatMap(({ title, pages: listed }) => [
      '',
      `## ${title}`,
      '',
      ...listed.map(
        ({ slug }) => `- [${found.get(slug).title}](/docs/${slug}.md): ${found.get(slug).summary}`,
      ),
    ]),
    '',
    '## API',
    '',
    '- [OpenAPI](/openapi.json): every endpoint, member, refusal and webhook',
    '',
  ].join('\n');

/** Maps an entry of the contract, `A-25`, to its anchor on that page. */
const entryAnchors = (found) =>
  new Map(
    [...found.get('contract').anchors].flatMap((anchor) => {
      const entry = /^a-\d+(?=-|$)/.exec(anchor)?.[0];
      return entry === undefined ? [] : [[entry.toUpperCase(), anchor]];
    }),
  );

/** Writes dist/docs. @returns {Promise<{ pages: number, links: number }>} @throws Error with every fault of the documents */
export async function bundleDocs() {
  const found = renderAll();
  const faults = faultsOf(found);
  if (faults.length > 0)
    throw new Error(`Documents: links must lead to pages and files that are there.\n${faults.join('\n')}`);
  const folder = at('dist/docs');
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['assets', 'pictures']) mkdirSync(`${folder}/${name}`, { recursive: true });
  const script = await bundleScripts(`${folder}/assets`);
  const css = readFileSync(at('apps/docs/src/docs.css'), 'utf8');
  const style = `docs-${digestOf(css)}.css`;
  writeFileSync(`${folder}/assets/${style}`, css);
  const assets = { style, script };
  for (const [place, { slug }] of pages.entries()) {
    const page = found.get(slug);
    const around = { before: pages[place - 1] ?? null, after: pages[place + 1] ?? null };
    writeFileSync(`${folder}/${slug}.html`, documentPage({ ...page, ...around }, assets));
    writeFileSync(`${folder}/${slug}.md`, page.source);
  }
  const { openApiDocument, endpoints } = await loadContract('docs-contract.mjs');
  const document = openApiDocument();
  writeFileSync(
    `${folder}/api.html`,
    widePage({ title: 'API reference', html: reference(document, endpoints, entryAnchors(found)) }, assets),
  );
  const collection = JSON.stringify(postmanCollection(document, endpoints), null, 2);
  writeFileSync(`${folder}/countersign.postman_collection.json`, collection);
  writeFileSync(`${folder}/countersign.http`, httpFile(document, endpoints));
  writeFileSync(`${folder}/index.html`, indexPage(found, assets));
  writeFileSync(`${folder}/front.html`, frontPage(assets));
  writeFileSync(`${folder}/search.json`, searchIndex(found, endpoints));
  writeFileSync(`${folder}/llms.txt`, llmsText(found));
  for (const name of readdirSync(at('docs/pictures')).filter((each) => each.endsWith('.png')))
    copyFileSync(at('docs/pictures', name), `${folder}/pictures/${name}`);
  const links = [...found.values()].reduce((sum, { links: own }) => sum + own.length, 0);
  return { pages: found.size + 3, links };
}
