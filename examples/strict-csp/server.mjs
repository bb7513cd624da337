import { flowOrigin } from '../access.mjs';
import { startShop } from '../shop.mjs';

const file = (name) => new URL(name, import.meta.url).pathname;

startShop(
  { '/': file('index.html'), '/verify.js': file('verify.js'), '/shop.css': file('shop.css') },
  {
    'content-security-policy': [
      "default-src 'none'",
      // The SDK comes from the flow's origin; the page names its digest, too.
      `script-src 'self' ${flowOrigin}`,
      "style-src 'self'",
      "connect-src 'self'",
      `frame-src ${flowOrigin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'permissions-policy': `camera=(self "${flowOrigin}")`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
);
