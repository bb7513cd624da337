// Links in documents must point to existing files.
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

const decisionPage = /^docs\/decisions\/(\d{4})-[^/]+\.md$/;
const decisionTitle = /^# (\d{4}) (.+)\n/;

/** Beginnings of titles that hide their subject from a search. */
const questionTitle = /^(What|How|Who|Whose|Which|Whether|Why)\b/;

/** A title as the name of a file: lower-case words without diacritics, joined by hyphens. */
const fileNameOf = (title) =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’']s\b/g, 's')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** What is wrong with the index's lines about one page. */
function indexFindings(index, file, text) {
  const page = path.posix.basename(file, '.md');
  const [, number, title] = decisionTitle.exec(text) ?? [];
  if (number !== page.slice(0, 4)) return [`${file} does not begin with "# ${page.slice(0, 4)} Title"`];
  const named = fileNameOf(title);
  if (!`${named}-`.startsWith(`${page.slice(5)}-`))
    return [
      `${file}: the name must be "${number}-" and words with which the title begins, as in ${number}-${named}.md`,
    ];
  if (questionTitle.test(title))
    return [`${file}: the title must name its subject and not begin with a question word, not "${title}"`];
  const entry = `- [${number}](${page}.md) `;
  const lines = index.split('\n').filter((line) => line.startsWith(entry));
  if (lines.length !== 1)
    return [`docs/decisions/README.md must list ${page}.md once, not ${lines.length} times`];
  const listed = lines[0].slice(entry.length);
  if (listed === title || listed.startsWith(`${title} (`)) return [];
  return [`docs/decisions/README.md must list ${page}.md as "${title}", not "${listed}"`];
}

/** The index of decisions lists every page once, under the page's own title. */
export const decisionIndex = {
  name: 'decision index',
  subject: 'pages',
  run(files) {
    const index = files.get('docs/decisions/README.md') ?? '';
    const pages = [...files].filter(([file]) => decisionPage.test(file));
    return {
      checked: pages.length,
      findings: pages.flatMap(([file, text]) => indexFindings(index, file, text)),
    };
  },
  planted: [
    {
      files: { 'docs/decisions/README.md': '', 'docs/decisions/0001-a.md': '# 0001 A\n' },
      finds: 'must list 0001-a.md once, not 0 times',
    },
    {
      files: {
        'docs/decisions/README.md': '- [0001](0001-a.md) A\n\n- [0001](0001-a.md) A',
        'docs/decisions/0001-a.md': '# 0001 A\n',
      },
      finds: 'must list 0001-a.md once, not 2 times',
    },
    {
      files: {
        'docs/decisions/README.md': '- [0001](0001-a.md) B',
        'docs/decisions/0001-a.md': '# 0001 A\n',
      },
      finds: 'must list 0001-a.md as "A", not "B"',
    },
    {
      files: {
        'docs/decisions/README.md': '- [0001](0001-a.md) A',
        'docs/decisions/0001-a.md': '# 0002 A\n',
      },
      finds: 'does not begin with "# 0001 Title"',
    },
    {
      files: {
        'docs/decisions/README.md': '- [0001](0001-what-a-search.md) What a search waits for',
        'docs/decisions/0001-what-a-search.md': '# 0001 What a search waits for\n',
      },
      finds: 'must name its subject and not begin with a question word',
    },
    {
      files: {
        'docs/decisions/README.md': '- [0001](0001-a-look.md) A lookup is cached',
        'docs/decisions/0001-a-look.md': '# 0001 A lookup is cached\n',
      },
      finds: 'the name must be "0001-" and words with which the title begins',
    },
  ],
  clean: {
    'docs/decisions/README.md':
      '- [0001](0001-a.md) A (replaced by [0002](0002-b.md))\n- [0002](0002-b.md) B',
    'docs/decisions/0001-a.md': '# 0001 A\n\nText',
    'docs/decisions/0002-b.md': '# 0002 B\n',
  },
};
