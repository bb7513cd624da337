// Every variable the service reads stands in the operators' guide, and the guide names no other.
const source = 'packages/service/src/runtime/config.ts';
const guide = 'docs/guides/run.md';

/** Members of the schema `Environment`. */
const readVariables = (text) =>
  [
    ...(/const Environment = Type\.Object\(\{([\s\S]*?)\n\}\);/
      .exec(text)?.[1]
      .matchAll(/^ {2}([A-Z][A-Z_]+):/gm) ?? []),
  ].map(([, name]) => name);

/** Names in the first column of the guide's table. */
const documentedVariables = (text) =>
  text
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .flatMap((line) => [...line.split('|')[1].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));

export const documentedSettings = {
  name: 'documented settings',
  subject: 'variables',
  run(files) {
    const read = readVariables(files.get(source) ?? '');
    const documented = new Set(documentedVariables(files.get(guide) ?? ''));
    return {
      checked: read.length,
      findings: [
        ...read.filter((name) => !documented.has(name)).map((name) => `${guide} does not explain ${name}`),
        ...[...documented]
          .filter((name) => !read.includes(name))
          .map((name) => `${guide} explains ${name}, which nothing reads`),
      ],
    };
  },
  planted: [
    {
      files: { [source]: 'const Environment = Type.Object({\n  PORT: x,\n});', [guide]: '| `HOST` | | |' },
      finds: 'does not explain PORT',
    },
    {
      files: { [source]: 'const Environment = Type.Object({\n  PORT: x,\n});', [guide]: '| `HOST` | | |' },
      finds: 'explains HOST, which nothing reads',
    },
  ],
  clean: {
    [source]: 'const Environment = Type.Object({\n  HOST: x,\n  PORT: x,\n});',
    [guide]: '| `HOST`, `PORT` | | |',
  },
};
