// Builds the operator console: dist/console/shell.html and dist/console/assets/. A build that exceeds a budget fails.
import {
  bundleScripts,
  gzip,
  kilobyte,
  refuseLarge,
  sizeOf,
  stylesOf,
  withImports,
  writeApp,
} from './bundle-app.mjs';
import { at } from './project.mjs';

/** Maximum gzip sizes: script of the first route, addition of any other route, style sheet. */
const budgets = { first: 200 * kilobyte, later: 40 * kilobyte, style: 24 * kilobyte };

/** Writes the console. @returns gzip sizes in bytes: `first`, `later` by route, `style` */
export async function bundleConsole() {
  const chunks = await bundleScripts({
    entry: at('apps/console/src/main.tsx'),
    chunkFileNames: '[name]-[hash].js',
  });
  const style = stylesOf(at('apps/console/src/style'));
  const shell = withImports(chunks, chunks.find(({ isEntry }) => isEntry).fileName);
  const added = ({ fileName }) => [...withImports(chunks, fileName)].filter((name) => !shell.has(name));
  const routes = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const later = Object.fromEntries(routes.map((chunk) => [chunk.name, sizeOf(chunks, added(chunk))]));
  const sizes = { first: sizeOf(chunks, shell), later, style: gzip(style) };
  refuseLarge('console', [
    ['first route', sizes.first, budgets.first],
    ['style', sizes.style, budgets.style],
    ...Object.entries(later).map(([name, size]) => [name, size, budgets.later]),
  ]);
  writeApp({ app: 'console', base: '/assets/', chunks, style, fill: {}, sizes });
  return sizes;
}
