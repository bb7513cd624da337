// npm run test:nightly: `npm test` with everything that takes long: every kill on both engines, property tests without a time limit.
import './script-help.mjs';
process.env.NIGHTLY = '1';
await import('./test.mjs');
