import { type BrowserName, findPrograms, findShell } from './installed.ts';
import type { Browser, Camera } from './page.ts';
import { launchChromium, launchFirefox, openProfile } from './puppeteer.ts';
import { launchWebKit } from './webkit.ts';

/**
 * Starts an installed browser without a window; downloads nothing.
 * @param options `camera`: default `fake`; `anyCertificate`: Chromium accepts certificates that no authority signed
 * @throws Error when the browser is not installed or cannot play the camera
 */
export async function launchBrowser(
  name: BrowserName,
  { camera = 'fake', anyCertificate = false }: { camera?: Camera; anyCertificate?: boolean } = {},
): Promise<Browser> {
  const programs = findPrograms(name);
  if (programs === null) throw new Error(`${name}: must be installed`);
  if (name === 'webkit') return launchWebKit(programs, camera);
  if (name === 'firefox') return launchFirefox(programs[0]!, camera);
  // Refusing a camera and choosing among several are features of the full browser.
  const isPlain = camera === 'fake' || (typeof camera === 'object' && 'clip' in camera);
  const shell = isPlain ? findShell() : null;
  const program = { path: shell ?? programs[0]!, isShell: shell !== null, anyCertificate };
  return program.isShell && camera === 'fake' && !anyCertificate
    ? openProfile(program)
    : launchChromium(program, camera);
}
