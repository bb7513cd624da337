import { type BrowserName, findPrograms } from './installed.ts';
import type { Browser, Camera } from './page.ts';
import { launchChromium, launchFirefox } from './puppeteer.ts';
import { launchWebKit } from './webkit.ts';

/**
 * Starts an installed browser without a window; nothing is downloaded.
 * @param options `camera`: default `fake`
 * @throws Error when the browser is not installed, or cannot play the camera
 */
export async function launchBrowser(
  name: BrowserName,
  { camera = 'fake' }: { camera?: Camera } = {},
): Promise<Browser> {
  const programs = findPrograms(name);
  if (programs === null) throw new Error(`${name}: must be installed`);
  if (name === 'webkit') return launchWebKit(programs, camera);
  return name === 'firefox' ? launchFirefox(programs[0]!, camera) : launchChromium(programs[0]!, camera);
}
