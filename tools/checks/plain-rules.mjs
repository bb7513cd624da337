// Things that must never be in a repository. File lengths, `any`, disabled rules and skipped tests are checked by the linter
// (.oxlintrc.json), whose rules are tested by `tools/lint-rules.test.ts`.
import { root } from '../project.mjs';

/** Folders of a particular machine: home directories, and the directory of this clone (built here so that this file does not name it). */
const homes = [/(?<![\w.])\/home\/[a-z]/, /(?<![\w.])\/Users\/[A-Za-z]/, /(?<![\w.])\/root\//];
const cloneFolder = () => `${root.split('/').slice(0, -1).join('/')}/`;
const sharedFolders = new Set(['/', '/tmp/', '/opt/', '/srv/']);

function namesMachine(line) {
  const folder = cloneFolder();
  const at = line.indexOf(folder);
  const namesClone = !sharedFolders.has(folder) && at !== -1 && /[\s'"`(=:]/.test(line[at - 1] ?? ' ');
  return namesClone || homes.some((home) => home.test(line));
}

export const machinePaths = {
  name: 'machine paths',
  subject: 'files',
  run(files) {
    const findings = [...files].flatMap(([file, text]) =>
      file.startsWith('tools/checks/')
        ? []
        : text
            .split('\n')
            .flatMap((line, index) =>
              namesMachine(line) ? [`${file}:${index + 1} names a folder of a machine`] : [],
            ),
    );
    return { checked: files.size, findings };
  },
  planted: [
    { files: { 'README.md': 'Look in /home/liisa/x' }, finds: 'README.md:1 names a folder' },
    { files: { 'bin/countersign': 'cd "/root/x"' }, finds: 'bin/countersign:1 names a folder' },
  ],
  clean: { 'README.md': 'Look in docs/guides/run.md and https://example.org/guides/x' },
};

const uuidLike = /['"`]([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})['"`]/gi;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** A line may contain an intentionally wrong UUID if it is marked; the contract's own vectors are quoted as they are. */
const meantWrong = /not a UUID|invalid UUID|nil UUID|wrong UUID/i;

/** Accepted by a rule that allows UUIDs of any version, and shown for that reason. */
const anyVersion = new Set(['5c22e2e1-4416-12c2-0589-16ad2b536b95']);

export const fixtureUuids = {
  name: 'fixture UUIDs',
  subject: 'UUIDs',
  run(files) {
    const quoted = files.get('spec/contract.md') ?? '';
    const findings = [];
    let checked = 0;
    for (const [file, text] of files) {
      if (!/\.(ts|tsx|json)$/.test(file) || file === 'package-lock.json') continue;
      text.split('\n').forEach((line, index) => {
        for (const [, id] of line.matchAll(uuidLike)) {
          checked += 1;
          const known = anyVersion.has(id.toLowerCase()) || quoted.includes(id);
          if (!uuid.test(id) && !known && !meantWrong.test(line))
            findings.push(`${file}:${index + 1} ${id} is not a valid UUID`);
        }
      });
    }
    return { checked, findings };
  },
  planted: [
    {
      files: { 'packages/core/src/a.test.ts': "const id = '12345678-1234-9234-8234-123456789abc';" },
      finds: 'is not a valid UUID',
    },
  ],
  clean: { 'packages/core/src/a.test.ts': "const id = '12345678-1234-4234-8234-123456789abc';" },
};
