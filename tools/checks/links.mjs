// Documents point to files that are there.
import path from 'node:path';

const link = /\[[^\]]*\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const withoutCode = (text) => text.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ' '));

export const links = {
  name: 'document links',
  subject: 'links',
  run(files) {
    const folders = new Set([...files.keys()].map((file) => path.posix.dirname(file)));
    const findings = [];
    let checked = 0;
    for (const [file, text] of files) {
      if (!file.endsWith('.md') || file.startsWith('spec/')) continue;
      for (const [, target] of withoutCode(text).matchAll(link)) {
        if (/^[a-z]+:/.test(target)) continue;
        checked += 1;
        const place = path.posix.join(path.posix.dirname(file), target).replace(/\/$/, '');
        const isThere =
          files.has(place) ||
          [...folders].some((folder) => folder === place || folder.startsWith(`${place}/`));
        if (!isThere) findings.push(`${file} points to ${target}, which is not there`);
      }
    }
    return { checked, findings };
  },
  planted: [{ files: { 'README.md': 'See [this](docs/none.md).' }, finds: 'points to docs/none.md' }],
  clean: { 'README.md': 'See [this](docs/a.md#part) and [that](https://example.org).', 'docs/a.md': '' },
};

const decisionPage = /^docs\/decisions\/(\d{4}-[^/]+\.md)$/;

/** The index of decisions names every page. */
export const decisionIndex = {
  name: 'decision index',
  subject: 'pages',
  run(files) {
    const index = files.get('docs/decisions/README.md') ?? '';
    const pages = [...files.keys()].flatMap((file) => decisionPage.exec(file)?.[1] ?? []);
    return {
      checked: pages.length,
      findings: pages
        .filter((page) => !index.includes(`](${page})`))
        .map((page) => `docs/decisions/README.md does not list ${page}`),
    };
  },
  planted: [
    {
      files: { 'docs/decisions/README.md': '', 'docs/decisions/0001-a.md': '' },
      finds: 'does not list 0001-a.md',
    },
  ],
  clean: { 'docs/decisions/README.md': '- [0001](0001-a.md) A', 'docs/decisions/0001-a.md': '' },
};
