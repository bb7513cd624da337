// No file depends on itself, not even through types: an import cycle makes load order part of the behaviour, and a cycle of types hides
// which of two files is the base of the other. The linter's import/no-cycle is off: with planted cycles, it found those of import
// and export declarations, types included, but missed those closed by `import('./b.ts').B` or by `await import('./b.ts')`.
import path from 'node:path';
import { importsOf, isModule } from './syntax.mjs';

function graphOf(files) {
  const graph = new Map();
  for (const [file, text] of files) {
    if (!isModule(file)) continue;
    const targets = importsOf(file, text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
      .filter((target) => files.has(target));
    graph.set(file, targets);
  }
  return graph;
}

function circlesIn(graph) {
  const state = new Map();
  const trail = [];
  const circles = [];
  const visit = (file) => {
    state.set(file, 'open');
    trail.push(file);
    for (const target of graph.get(file) ?? []) {
      if (state.get(target) === 'open') circles.push([...trail.slice(trail.indexOf(target)), target]);
      else if (!state.has(target)) visit(target);
    }
    trail.pop();
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file);
  return circles;
}

export const importCycles = {
  name: 'import cycles',
  subject: 'modules',
  run(files) {
    const graph = graphOf(files);
    return { checked: graph.size, findings: circlesIn(graph).map((circle) => circle.join(' → ')) };
  },
  planted: [
    {
      files: {
        'packages/core/src/a.ts': "import { b } from './b.ts';",
        'packages/core/src/b.ts': "export { c } from './c.ts';",
        'packages/core/src/c.ts': "import { a } from './a.ts';",
      },
      finds:
        'packages/core/src/a.ts → packages/core/src/b.ts → packages/core/src/c.ts → packages/core/src/a.ts',
    },
    {
      files: {
        'packages/core/src/a.ts': "import type { B } from './b.ts';",
        'packages/core/src/b.ts': "import { a } from './a.ts';",
      },
      finds: 'packages/core/src/a.ts → packages/core/src/b.ts → packages/core/src/a.ts',
    },
    {
      files: {
        'packages/core/src/a.ts': "export interface A { b: import('./b.ts').B }",
        'packages/core/src/b.ts': "import type { A } from './a.ts';",
      },
      finds: 'packages/core/src/a.ts → packages/core/src/b.ts → packages/core/src/a.ts',
    },
    {
      files: {
        'packages/core/src/a.ts': "export const a = async () => (await import('./b.ts')).b;",
        'packages/core/src/b.ts': "import { a } from './a.ts';",
      },
      finds: 'packages/core/src/a.ts → packages/core/src/b.ts → packages/core/src/a.ts',
    },
  ],
  clean: {
    'packages/core/src/a.ts': "import type { B } from './b.ts';\nimport { c } from './c.ts';",
    'packages/core/src/b.ts': "import { c } from './c.ts';",
  },
};
