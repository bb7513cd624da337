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
