/**
 * `npm run demo [-- identity | watchlist | br | mx | co]`: a fresh instance, drawn people, invented lists, real checks. Exit status 0 only if every
 * step and every decision is the expected one.
 */
import { startSimulator } from '@countersign/registry-simulator';
import { setWebhookUrl } from '@countersign/service';
import { startTestService, type TestService } from '../test-service.ts';
import { identityStories } from './stories.ts';
import { type RegistryCountry, registryCountries } from './registry-stories.ts';
import { tellRegistryStories } from './tell-registry-story.ts';
import { tellStory } from './tell-story.ts';
import { tellWatchlistStory } from './watchlist-story.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

const parts: Record<string, (service: TestService) => Promise<string[]>> = {
  identity: tellIdentity,
  watchlist: insertWatchlistWebhook,
  br: (service) => tellRegistry(service, registryCountries.br),
  mx: (service) => tellRegistry(service, registryCountries.mx),
  co: (service) => tellRegistry(service, registryCountries.co),
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(parts, name));
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
  for (const [name, tell] of Object.entries(parts))
    if (asked.length === 0 || asked.includes(name)) problems.push(...(await tell(service)));
} finally {
  await service.close();
  await simulator.close();
}

print('');
for (const problem of problems) print(`FAILED  ${problem}`);
if (problems.length === 0) print('Everything came out as expected.');
process.exitCode = problems.length === 0 ? 0 : 1;

async function tellIdentity({ integrate, receiver }: TestService): Promise<string[]> {
  const { client } = await integrate();
  const found: string[] = [];
  for (const story of identityStories)
    for (const problem of await tellStory({ client, receiver, print }, story))
      found.push(`${story.title}: ${problem}`);
  return found;
}

/** An integration that only screens, and watches who was screened. */
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
  const found = await tellWatchlistStory({ client, receiver, print, hastenChange });
  return found.map((problem) => `watchlists: ${problem}`);
}

/** An integration that checks against one country's registry and does nothing else; the simulator holds all people. */
async function tellRegistry(
  { integrate, receiver }: TestService,
  country: RegistryCountry,
): Promise<string[]> {
  const { client } = await integrate({ settings: country.settings });
  return tellRegistryStories({ client, receiver, print, simulator }, country);
}
