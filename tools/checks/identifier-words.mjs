// Names are the field's words (docs/glossary.md). A function does not ask, tell or hear: it requests, reports, receives; a record is
// not held or told by anybody. What is refused here was renamed once, and costs every newcomer a guess.
import path from 'node:path';
import { isModule, isTest, lineOf, parse, walk } from './syntax.mjs';

const refused =
  /^(says?|said|saying|tells?|told|telling|asks?|asked|asking|stands?|stood|knows|wants|hears?|heard|gathers?|gathered|nobody|somebody|anybody|everybody|whims?|setbacks?|doors?)$/i;
/** Pairs of words neither of which would be conspicuous alone. */
const refusedPairs = /^(hand(ed|s)? (in|back)|puts? off|takes? turns?)( |$)/i;

/** Names on the wire and of stored values, which cannot be changed; findings report `asked` for every step of a challenge. */
const stored = new Set([
  'ask_again',
  'ask_again_on_last_attempt',
  'review_ask_again',
  'review_ask_again_on_last_attempt',
]);
const storedIn = new Map([
  ['packages/findings/src/liveness.ts', 'asked'],
  ['packages/vision/src/challenge/followed-steps.ts', 'asked'],
  ['packages/service/src/vision/vision-question.ts', 'asked'],
]);

const wordsOf = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_$.-]+/);

function refusedWord(name) {
  const words = wordsOf(name);
  return words.find((word) => refused.test(word)) ?? refusedPairs.exec(words.join(' '))?.[0] ?? null;
}

/** Names in a file with a rejected word, without duplicates, with the line of the first occurrence. */
function namesOf(file, text) {
  const found = new Map();
  walk(parse(file, text), (node) => {
    if (!/^(JSX|Private)?Identifier$/.test(node.type) || found.has(node.name)) return;
    if (refusedWord(node.name) !== null) found.set(node.name, lineOf(text, node.start));
  });
  return [...found].filter(([name]) => !stored.has(name) && storedIn.get(file) !== name);
}

export const identifierWords = {
  name: 'words of names',
  subject: 'modules',
  run(files) {
    const modules = [...files].filter(([file]) => isModule(file) && !isTest(file));
    const findings = modules.flatMap(([file, text]) => {
      const inPath = refusedWord(path.posix.basename(file));
      return [
        ...(inPath === null ? [] : [`${file} has "${inPath}" in its name`]),
        ...namesOf(file, text).map(
          ([name, line]) => `${file}:${line} ${name}: "${refusedWord(name)}" is no word of the field`,
        ),
      ];
    });
    return { checked: modules.length, findings };
  },
  planted: [
    { files: { 'packages/core/src/a.ts': 'export function askAgain() {}' }, finds: 'askAgain: "ask"' },
    { files: { 'packages/core/src/a.ts': 'export interface HeardWebhook {}' }, finds: '"Heard"' },
    { files: { 'packages/core/src/a.ts': 'export class A { #told = 1; }' }, finds: 'told: "told"' },
    { files: { 'packages/core/src/a.ts': 'export const a = { saidByItself: 1 };' }, finds: '"said"' },
    { files: { 'apps/flow/src/a.tsx': 'export const a = (handIn: string) => handIn;' }, finds: '"hand In"' },
    { files: { 'packages/testkit/src/tell-story.ts': '' }, finds: 'tell-story.ts has "tell" in its name' },
    { files: { 'packages/core/src/a.ts': 'export const asked = 1;' }, finds: 'asked: "asked"' },
  ],
  clean: {
    'packages/core/src/a.ts':
      "// asks\nexport const task = { ask_again: 'asked', standard: 1, handle: 2, known: 3, understood: 4 };",
    'packages/findings/src/liveness.ts': 'export const step = { asked: 1 };',
    'packages/core/src/a.test.ts': 'const asked = 1;',
  },
};
