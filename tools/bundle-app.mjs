// Common parts of the bundles of portal and console: React and Mantine for browsers, style sheets in one file.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { at } from './project.mjs';

export const kilobyte = 1024;
export const gzip = (text) => gzipSync(text, { level: 9 }).length;
export const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** Styles of the components in use, in dependency order. */
const componentStyles = [
  'baseline',
  'default-css-variables',
  'global',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Popover',
  'CloseButton',
  'Group',
  'Loader',
  'Overlay',
  'ModalBase',
  'Input',
  'InlineInput',
  'Flex',
  'ActionIcon',
  'Anchor',
  'Badge',
  'Button',
  'Checkbox',
  'Code',
  'Menu',
  'Modal',
  'PasswordInput',
  'Radio',
  'Skeleton',
  'Stack',
  'Text',
  'Title',
  'Tooltip',
];

/**
 * The chunks of an app.
 * @param {{ entry: string, chunkFileNames: import('rolldown').OutputOptions['chunkFileNames'] }} options `entry`: absolute path
 */
export async function bundleScripts({ entry, chunkFileNames }) {
  const build = await rolldown({
    input: { main: entry },
    platform: 'browser',
    cwd: at(),
    // The app's tsconfig.json configures how JSX is compiled.
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    treeshake: {
      moduleSideEffects: [
        { test: /packages\/(contract|browser-ui)\/|node_modules\/typebox\//, sideEffects: false },
      ],
    },
    logLevel: 'warn',
    // Server component directives have no meaning in a browser.
    onLog: (level, log, handle) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'TOLERATED_TRANSFORM') handle(level, log);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames,
  });
  await build.close();
  return output.filter(({ type }) => type === 'chunk');
}

/** A chunk and everything it imports statically. */
export function withImports(chunks, fileName, found = new Set()) {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const other of chunks.find((chunk) => chunk.fileName === fileName).imports)
    withImports(chunks, other, found);
  return found;
}

/** Gzip bytes of chunks by their file names. */
export const sizeOf = (chunks, names) =>
  [...names].reduce((sum, name) => sum + gzip(chunks.find(({ fileName }) => fileName === name).code), 0);

const smaller = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();

/** Shared styles of both apps, in dependency order. */
const sharedStyles = ['frame', 'parts', 'base'].map((name) =>
  at('packages/browser-ui/src/style', `${name}.css`),
);

/** One style sheet: components, shared parts, then the app's own style sheets by name. @param folder absolute */
export const stylesOf = (folder) =>
  [
    ...componentStyles.map((name) => at('node_modules/@mantine/core/styles', `${name}.css`)),
    ...sharedStyles,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.css'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ]
    .map((file) => smaller(readFileSync(file, 'utf8')))
    .join('\n');

/**
 * Rejects files that are too large.
 * @param app name used in the error
 * @param rows name, gzip bytes, maximum gzip bytes
 * @throws Error
 */
export function refuseLarge(app, rows) {
  const over = rows.filter(([, size, most]) => size > most);
  if (over.length > 0)
    throw new Error(
      over
        .map(
          ([name, size, most]) =>
            `${name} of the ${app}: must be at most ${most} bytes with gzip, is ${size}`,
        )
        .join('\n'),
    );
}

/**
 * Writes `dist/<app>/`: `shell.html` with the addresses of its files filled in, `assets/` and `sizes.json`.
 * @param {{ app: string, base: string, chunks: object[], style: string, fill: Record<string, string>, sizes: object }} built `base`: address
 * of the assets, ending in `/`; `fill`: further placeholders of the shell
 */
export function writeApp({ app, base, chunks, style, fill, sizes }) {
  const icon = readFileSync(at('packages/browser-ui/src/style/icon.svg'), 'utf8');
  const named = { style: `${app}-${digestOf(style)}.css`, icon: `icon-${digestOf(icon)}.svg` };
  const marks = {
    '{{script}}': base + chunks.find(({ isEntry }) => isEntry).fileName,
    '{{stylesheet}}': base + named.style,
    '{{icon}}': base + named.icon,
    ...fill,
  };
  const shell = Object.entries(marks).reduce(
    (text, [mark, value]) => text.replace(mark, () => value),
    readFileSync(at('apps', app, 'shell.html'), 'utf8').replace(/\n\s+/g, '\n'),
  );
  const folder = at('dist', app);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/assets`, { recursive: true });
  for (const { fileName, code } of chunks) writeFileSync(`${folder}/assets/${fileName}`, code);
  writeFileSync(`${folder}/assets/${named.style}`, style);
  writeFileSync(`${folder}/assets/${named.icon}`, icon);
  writeFileSync(`${folder}/shell.html`, shell);
  writeFileSync(`${folder}/sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
}
