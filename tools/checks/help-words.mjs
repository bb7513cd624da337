// Help, errors and log messages are plain technical English: programs print, report, return, reject, retry. Words that give them a
// voice are refused in all of them; clauses in the place of a noun ("what it tells of") in the help texts of the verb tables.
import { isModule, isTest, lineOf, parse, walk } from './syntax.mjs';

const refused = [
  [
    /(?<!-)\b(tells?|told|asks?|asked|says?|said|stands?|stood|knows?|known|wants?|wanted)\b/i,
    'gives a program a voice',
  ],
  [/\b(nobody|anybody|somebody|everybody)\b/i, 'names nobody in particular'],
];
const refusedInHelp = [
  ...refused,
  [/\b(what|whatever|whoever|whether|how)\b/i, 'puts a clause in the place of a noun'],
];

/** Tables of verbs with their code: only the members `about` are help. In the frame, all texts are. */
const tables = /^packages\/service\/src\/bin\//;
const frame = /^packages\/command-line\/src\//;

const textOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join(' … ') : null;
};

/** Help texts of a file, with their positions. */
function helpTexts(file, text) {
  const found = [];
  const note = (node) => {
    const value = textOf(node);
    if (value !== null) found.push({ value, line: lineOf(text, node.start) });
  };
  walk(parse(file, text), (node) => {
    if (frame.test(file)) note(node);
    else if (node.type === 'Property' && node.key.name === 'about') note(node.value);
  });
  return found;
}

const logLevels = /^(trace|debug|info|warn|error|fatal)$/;
const errorClass = /(Error|Failure|Refused\w*|Unavailable|Table|Problem)$/;

/** Messages of a file: string arguments of log calls and of created errors. */
function messages(file, text) {
  const found = [];
  const note = (nodes) => {
    for (const node of nodes) {
      const value = textOf(node);
      if (value !== null) found.push({ value, line: lineOf(text, node.start) });
    }
  };
  walk(parse(file, text), (node) => {
    if (node.type === 'NewExpression' && errorClass.test(node.callee.name ?? '')) note(node.arguments);
    const { callee } = node;
    if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression') return;
    const owner = text.slice(callee.object.start, callee.object.end);
    if (logLevels.test(callee.property.name ?? '') && /\blog$/i.test(owner)) note(node.arguments);
  });
  return found;
}

const hasMessages = (file) => /^packages\/[^/]+\/src\//.test(file) && !file.startsWith('packages/specimens/');

export const helpWords = {
  name: 'words of help, errors and logs',
  subject: 'texts',
  run(files) {
    const modules = [...files].filter(([file]) => isModule(file) && !isTest(file));
    const inHelp = (file) => tables.test(file) || frame.test(file);
    const texts = modules.flatMap(([file, text]) => [
      ...(inHelp(file)
        ? helpTexts(file, text).map((found) => ({ file, rules: refusedInHelp, ...found }))
        : []),
      ...(hasMessages(file) ? messages(file, text).map((found) => ({ file, rules: refused, ...found })) : []),
    ]);
    const findings = texts.flatMap(({ file, line, value, rules }) =>
      rules.flatMap(([pattern, fault]) => {
        const word = pattern.exec(value)?.[0];
        return word === undefined ? [] : [`${file}:${line} "${word}" ${fault}: ${value}`];
      }),
    );
    return { checked: texts.length, findings };
  },
  planted: [
    {
      files: { 'packages/service/src/bin/commands/a.ts': "export const a = { about: 'says the id' };" },
      finds: 'a.ts:1 "says" gives a program a voice',
    },
    {
      files: {
        'packages/service/src/bin/commands/a.ts':
          'export const a = { about: `takes one off; what it is about stays: ${names}` };',
      },
      finds: '"what" puts a clause in the place of a noun',
    },
    {
      files: {
        'packages/command-line/src/a.ts':
          "export const a = flag('asks each gateway, and nothing about anybody');",
      },
      finds: '"anybody" names nobody in particular',
    },
    {
      files: {
        'packages/command-line/src/a.ts':
          "export const a = flag('asks each gateway, and nothing about anybody');",
      },
      finds: '"asks" gives a program a voice',
    },
    {
      files: {
        'packages/service/src/bin/verbs.ts': "const a = { options: { x: { about: 'known lists' } } };",
      },
      finds: '"known" gives a program a voice',
    },
    {
      files: { 'packages/service/src/workers/a.ts': "log.warn({ error }, 'nobody was told');" },
      finds: 'a.ts:1 "told" gives a program a voice',
    },
    {
      files: { 'packages/core/src/a.ts': 'throw new Error(`${file} says nothing`);' },
      finds: '"says" gives a program a voice',
    },
  ],
  clean: {
    'packages/service/src/bin/commands/a.ts':
      "// says what it is about\nexport const a = { 'ask-again': { about: 'requests a new attempt' }, note: 'it says' };",
    'packages/command-line/src/a.ts':
      "// tells\nexport const a = flag('checks that each gateway is reachable');",
    'packages/service/src/http/a.ts':
      "export const a = { about: 'says' };\nctx.log.info('registry called');\nthrow new Error('one of: --approve, --ask-again');",
    'packages/service/test/a.ts': "throw new Error('nobody asked');",
  },
};
