// The hosted flow as a person experiences it: bytes, first text and first screen on a slow phone, the check of a picture, the journey.
import { ensure } from '../../tools/ensure.mjs';
import { at } from '../../tools/project.mjs';
import { loadBundled } from '../load-bundled.mjs';

/** Needs Chromium. @param {{ quick: boolean }} options @returns {Promise<import('../report.mjs').Row[]>} */
export async function flow({ quick }) {
  await ensure();
  const { measureFlow } = await loadBundled('bench-flow', 'packages/testkit/bench/flow.ts');
  return measureFlow({ quick, root: at() });
}
