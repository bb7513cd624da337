// Comments describe code; they do not give it a voice. At most one such word per 1,000 words of comment in the sources.
import { isModule, isTest } from './syntax.mjs';

const most = 1;
const voice = /\b(says?|said|tells?|told|asks?|asked|stands?|stood|nobody|anybody|somebody)\b/gi;
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g;
const isSource = (file) => /^(packages|apps)\/[^/]+\/src\//.test(file) && isModule(file) && !isTest(file);

export const commentWords = {
  name: 'words of comments',
  subject: 'modules',
  run(files) {
    let words = 0;
    const found = [];
    const sources = [...files].filter(([file]) => isSource(file));
    for (const [file, text] of sources) {
      for (const [all] of text.matchAll(comment)) {
        words += all.split(/\s+/).length;
        for (const [word] of all.matchAll(voice)) found.push(`${file} "${word}": ${all.slice(0, 120)}`);
      }
    }
    const rate = (found.length / Math.max(1, words)) * 1_000;
    const findings = rate > most ? [`${rate.toFixed(1)} per 1,000 words, at most ${most}`, ...found] : [];
    return { checked: sources.length, findings };
  },
  planted: [
    {
      files: {
        'packages/core/src/a.ts': '/** Asks the registry and tells the operator. */\nexport const a = 1;',
      },
      finds: 'packages/core/src/a.ts "Asks"',
    },
  ],
  clean: {
    'packages/core/src/a.ts': "/** Calls the registry. */\nexport const a = 'nobody';",
    'packages/core/src/a.test.ts': '// asks',
  },
};
