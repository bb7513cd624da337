// `A-12` in code, tests and documents refers to a rule of spec/contract.md; every reference must have an entry there.
const authority = 'spec/contract.md';
const mark = /\bA-(\d{1,3})\b/g;

/** Numbers of the contract's entries: headings that begin with the mark. */
export function entriesOf(contract) {
  return new Set([...contract.matchAll(/^#+ A-(\d{1,3})\b/gm)].map(([, number]) => Number(number)));
}

export const contractMarks = {
  name: 'contract marks',
  subject: 'marks',
  run(files) {
    const entries = entriesOf(files.get(authority) ?? '');
    const findings = entries.size === 0 ? [`${authority} defines no entries`] : [];
    let checked = 0;
    for (const [file, text] of files) {
      if (
        !/\.(ts|tsx|mjs|sql|md|ya?ml)$/.test(file) ||
        file === authority ||
        file.startsWith('tools/checks/')
      )
        continue;
      text.split('\n').forEach((line, index) => {
        for (const [name, number] of line.matchAll(mark)) {
          checked += 1;
          if (!entries.has(Number(number)))
            findings.push(`${file}:${index + 1} ${name} is no entry of ${authority}`);
        }
      });
    }
    return { checked, findings };
  },
  planted: [
    {
      files: { [authority]: '### A-12 Something', 'packages/core/src/a.ts': '// A-13' },
      finds: 'A-13 is no entry',
    },
    { files: { 'packages/core/src/a.ts': '// A-12' }, finds: 'defines no entries' },
  ],
  clean: { [authority]: '### A-12 Something', 'packages/core/src/a.ts': '/** @see spec/contract.md A-12 */' },
};
