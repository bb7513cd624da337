import path from 'node:path';
import { rolldown } from 'rolldown';
import { startShop } from '../shop.mjs';

const file = (name) => new URL(name, import.meta.url).pathname;

// Any bundler will do; this one needs no configuration for JSX.
const build = await rolldown({
  input: file('main.jsx'),
  platform: 'browser',
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
});
const script = path.join(path.dirname(file('main.jsx')), 'dist', 'main.js');
await build.write({ file: script, format: 'esm', minify: true });
await build.close();

startShop({ '/': file('index.html'), '/main.js': script });
