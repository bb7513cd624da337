// Names that comments refer to exist. A link or a name in back quotes is renamed by no tool, so it goes stale unnoticed and sends a
// reader to look for what is not there any more (docs/decisions/0216-check-that-names-in-comments-exist.md).
import { isModule } from './syntax.mjs';

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g;
/** `{@link name}`, a name of several words in back quotes, or a module by its file name of several words. */
const named = /\{@link (\w+)|`([a-z]+[A-Z]\w+)(?:\(\))?`|(?<![\w/.-])([a-z0-9]+(?:-[a-z0-9]+)+\.tsx?)\b/g;
/** Names of the language and of platforms, which no file of ours uses. */
const foreign = new Set(['toJSON']);

const isCode = (file) => isModule(file) || /\.(mjs|sql|html|css|json|sh)$/.test(file);

/** Every word outside of comments, and the name of every file. */
function existing(files) {
  const names = new Set(foreign);
  for (const [file, text] of files) {
    names.add(file.slice(file.lastIndexOf('/') + 1));
    if (!isCode(file) || file === 'package-lock.json') continue;
    const code = isModule(file) ? text.replace(comment, '') : text;
    for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) names.add(word);
  }
  return names;
}

export const commentNames = {
  name: 'names in comments',
  subject: 'modules',
  run(files) {
    const names = existing(files);
    const modules = [...files].filter(([file]) => isModule(file));
    const findings = modules.flatMap(([file, text]) =>
      [...text.matchAll(comment)].flatMap(({ 0: words, index }) =>
        [...words.matchAll(named)]
          .map((match) => match[1] ?? match[2] ?? match[3])
          .filter((name) => !names.has(name))
          .map(
            (name) =>
              `${file}:${text.slice(0, index).split('\n').length} refers to ${name}, which does not exist`,
          ),
      ),
    );
    return { checked: modules.length, findings };
  },
  planted: [
    {
      files: { 'packages/core/src/a.ts': '/** As {@link gone}. */\nexport const a = 1;' },
      finds: 'refers to gone',
    },
    { files: { 'packages/core/src/a.ts': '// Filled by `fillAll`.' }, finds: 'refers to fillAll' },
    { files: { 'packages/core/src/a.ts': '// See old-name.ts.' }, finds: 'refers to old-name.ts' },
  ],
  clean: {
    'packages/core/src/a-b.ts':
      '/** As {@link a}, by `someName` of a-b.ts, `plain` words aside. */\nexport const a = { someName: 1 };',
  },
};
