/**
 * `npm run demo [-- identity | watchlist | br | mx | co | flow]`: a fresh instance, drawn people, invented lists, real checks.
 * Exit status 0 only if every step and every decision is as expected.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInstalled } from '@countersign/browser-kit';
import { startSimulator } from '@countersign/registry-simulator';
import { setWebhookUrl } from '@countersign/service';
import { startTestService, type TestService } from '../test-service.ts';
import { flowStories, playFlowStory } from './flow-story.ts';
import { identityStories } from './stories.ts';
import { type RegistryCountry, registryCountries } from './registry-stories.ts';
import { runRegistryStories } from './registry-story.ts';
import { runStory } from './identity-story.ts';
import { runWatchlistStory } from './watchlist-story.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

const parts: Record<string, (service: TestService) => Promise<string[]>> = {
  identity: runIdentity,
  watchlist: insertWatchlistWebhook,
  br: (service) => runRegistry(service, registryCountries.br),
  mx: (service) => runRegistry(service, registryCountries.mx),
  co: (service) => runRegistry(service, registryCountries.co),
  flow: runFlow,
};
/** Needs a browser, so it only runs when named. */
const onlyByName = new Set(['flow']);
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(`no such story: ${unknown}; there are ${Object.keys(parts).join(', ')}\n`);
  process.exit(2);
}

const start = performance.now();
const simulator = await startSimulator();
const service = await startTestService({ env: { SIMULATOR_URL: simulator.url } });
print(
  `A fresh instance on ${service.url}, ready after ${(performance.now() - start).toFixed(0)} ms. Everybody here is drawn and invented.`,
);

const problems: string[] = [];
try {
  for (const [name, run] of Object.entries(parts))
    if (chosen.length === 0 ? !onlyByName.has(name) : chosen.includes(name))
      problems.push(...(await run(service)));
} finally {
  await service.close();
  await simulator.close();
}

print('');
for (const problem of problems) print(`FAILED  ${problem}`);
if (problems.length === 0) print('Everything came out as expected.');
process.exitCode = problems.length === 0 ? 0 : 1;

async function runIdentity({ integrate, receiver }: TestService): Promise<string[]> {
  // There are no reviewers here, so doubtful sessions must be decided automatically.
  const { client } = await integrate({ settings: { manualReview: false } });
  const found: string[] = [];
  for (const story of identityStories)
    for (const problem of await runStory({ client, receiver, print }, story))
      found.push(`${story.title}: ${problem}`);
  return found;
}

/** The demo page in a real browser, on a phone and on a desktop; saves screenshots of every screen. */
async function runFlow({ url }: TestService): Promise<string[]> {
  if (!isInstalled('chromium'))
    return ['flow: needs Chromium; install it, e.g. with apt-get install chromium'];
  const folder = path.resolve('demo-flow');
  await fs.mkdir(folder, { recursive: true });
  const found: string[] = [];
  for (const [name, story] of Object.entries(flowStories)) {
    print(`\nLiisa Maasikas in a shop’s page, ${name}`);
    const result = await playFlowStory({
      ...story,
      url,
      print,
      onScreenshot: (screen, png) => fs.writeFile(path.join(folder, `${name}-${screen}.png`), png),
    });
    print(
      `  ${result.decision}, verified by the shop ${result.seconds.toFixed(1)} s after the page was opened`,
    );
    print(`  ${result.forged}`);
    if (result.decision !== 'approved') found.push(`flow, ${name}: ${result.decision}, not approved`);
  }
  print(`\nScreenshots: ${folder}`);
  return found;
}

/** An integration that only screens and monitors. */
async function insertWatchlistWebhook({ integrate, receiver, ctx }: TestService): Promise<string[]> {
  const settings = {
    identityVerification: false,
    watchlistScreening: true,
    watchlist: { monitoring: true },
  };
  const { client, integrationId } = await integrate({ settings });
  const type = 'watchlist-screening';
  await setWebhookUrl(ctx)({ integrationId, type, url: `${receiver.url}/${type}`, actor: 'demo' });
  const hastenChange = async (sessionId: string) => {
    await ctx.database.query(
      `update job set due_at = now() where session_id = $1 and kind = 'monitor-session'`,
      [sessionId],
    );
    ctx.wake.notify('job');
  };
  const found = await runWatchlistStory({ client, receiver, print, hastenChange });
  return found.map((problem) => `watchlists: ${problem}`);
}

/** An integration that only checks one country's registry; the simulator contains all people. */
async function runRegistry(
  { integrate, receiver }: TestService,
  country: RegistryCountry,
): Promise<string[]> {
  const { client } = await integrate({ settings: country.settings });
  return runRegistryStories({ client, receiver, print, simulator }, country);
}
