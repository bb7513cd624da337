// The log silently drops members that its list does not name: a member logged but not listed is lost.
import { isModule, isTest, lineOf, parse, walk } from './syntax.mjs';

const list = 'packages/service/src/runtime/log.ts';
const logged = /^packages\/service\/src\//;
const levels = /^(trace|debug|info|warn|error|fatal)$/;
/** Alternative name of `error`. */
const alias = 'err';

/** Names in the array from which the log's `allowed` is built. @returns {Set<string>} */
function allowedMembers(text) {
  const names = new Set([alias]);
  walk(parse(list, text), (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.name !== 'allowed') return;
    walk(node.init, ({ type, value }) => {
      if (type === 'Literal' && typeof value === 'string') names.add(value);
    });
  });
  return names;
}

/** Members written out in log calls of a file; of a spread, only those of an inline object. */
function loggedMembers(file, text) {
  const found = [];
  const note = (node) => {
    if (node?.type !== 'ObjectExpression') return;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') walk(property.argument, note);
      else found.push({ name: property.key.name ?? property.key.value, line: lineOf(text, property.start) });
    }
  };
  walk(parse(file, text), (node) => {
    const { callee } = node;
    if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression') return;
    const owner = text.slice(callee.object.start, callee.object.end);
    if (levels.test(callee.property.name ?? '') && /\blog$/i.test(owner)) note(node.arguments[0]);
  });
  return found;
}

export const logMembers = {
  name: 'members of log lines',
  subject: 'members',
  run(files) {
    const allowed = allowedMembers(files.get(list) ?? '');
    const members = [...files]
      .filter(([file]) => logged.test(file) && isModule(file) && !isTest(file))
      .flatMap(([file, text]) => loggedMembers(file, text).map((member) => ({ file, ...member })));
    const findings = members
      .filter(({ name }) => !allowed.has(name))
      .map(
        ({ file, line, name }) =>
          `${file}:${line} "${name}" is dropped by the log: list it in ${list} if it holds nothing personal`,
      );
    return { checked: members.length, findings };
  },
  planted: [
    {
      files: {
        [list]: "const allowed = new Set([['a'], ['b']].flat());",
        'packages/service/src/workers/a.ts': "ctx.log.warn({ a, lost: 1 }, 'registry called');",
      },
      finds: 'a.ts:1 "lost" is dropped by the log',
    },
    {
      files: {
        [list]: "const allowed = new Set(['a']);",
        'packages/service/src/http/b.ts': "log.error({ ...(x && { hidden }), a }, 'failed');",
      },
      finds: 'b.ts:1 "hidden" is dropped by the log',
    },
  ],
  clean: {
    [list]: "const allowed = new Set([['a'], ['b']].flat());",
    'packages/service/src/workers/a.ts':
      "log.info({ a, err: error, ...record, 'b': 1 }, 'done');\nother.info({ c });",
    'packages/service/src/workers/a.test.ts': "log.info({ firstName }, 'decided');",
  },
};
