import { startShop } from '../shop.mjs';

startShop({
  '/': new URL('index.html', import.meta.url).pathname,
  '/verify.js': new URL('verify.js', import.meta.url).pathname,
});
