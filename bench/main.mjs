// npm run bench [-- name … --quick --only PART,… --count N]: measures the built service on PostgreSQL and prints each figure
// beside its floor from the same run. `vision` and `hostile` only inspect pictures and need no database.
import { parseArgs } from 'node:util';
import { createDatabase } from './database.mjs';
import { createSession } from './measures/create-session.mjs';
import { fraud } from './measures/fraud.mjs';
import { flow } from './measures/flow.mjs';
import { fairness } from './measures/fairness.mjs';
import { getDecision } from './measures/get-decision.mjs';
import { honest } from './measures/honest.mjs';
import { hostile } from './measures/hostile.mjs';
import { lists } from './measures/lists.mjs';
import { operator } from './measures/operator.mjs';
import { portal } from './measures/portal.mjs';
import { registries } from './measures/registries.mjs';
import { screening } from './measures/screening.mjs';
import { start } from './measures/start.mjs';
import { uploadMedia } from './measures/upload-media.mjs';
import { verification } from './measures/verification.mjs';
import { vision } from './measures/vision.mjs';
import { visionSoak } from './measures/vision-soak.mjs';
import { watchlist } from './measures/watchlist.mjs';
import { webhooks } from './measures/webhooks.mjs';
import { circumstances, hasGoal, isMet, printTable } from './report.mjs';
import { createDataDirectory, readAccess, startService } from './service-process.mjs';

const measures = {
  start,
  'create-session': createSession,
  'get-decision': getDecision,
  'upload-media': uploadMedia,
  webhooks,
  verification,
  honest,
  fraud,
  fairness,
  flow,
  'vision-soak': visionSoak,
  operator,
  portal,
  registries,
  watchlist,
  screening,
  lists,
  vision,
  hostile,
};
/** Measures for which this program starts no installation. */
const ofPictures = new Set(['vision', 'hostile', 'flow']);
/** Measures that take ten minutes or more and run only when named. */
const onlyByName = new Set(['honest', 'fraud', 'hostile']);

const { values: given, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    count: { type: 'string' },
    only: { type: 'string' },
  },
});

/** Runs one measure on a new installation and removes it afterwards. */
async function measure(work) {
  const database = await createDatabase();
  const directories = [];
  const running = [];
  const startOne = async (options, directory) => {
    const service = await startService({ databaseUrl: database.url, directory, ...options });
    running.push(service);
    return service;
  };
  const startInstallation = async (options = {}) => {
    directories[0] ??= createDataDirectory();
    const { directory } = directories[0];
    const service = await startOne(options, directory);
    return {
      service,
      access: readAccess(directory),
      directory,
      more: (others) => startOne(others, directory),
    };
  };
  try {
    return { rows: await work({ database, startInstallation, ...given }), postgres: database.version };
  } finally {
    for (const service of running) await service.stop();
    await database.drop();
    for (const { remove } of directories) remove();
  }
}

const unknown = requested.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}

const rows = [];
let postgres = null;
let failed = 0;
const names =
  requested.length > 0 ? requested : Object.keys(measures).filter((name) => !onlyByName.has(name));
for (const name of names) {
  console.error(`measuring ${name} …`);
  try {
    if (ofPictures.has(name)) {
      rows.push(...(await measures[name](given)));
      continue;
    }
    const result = await measure(measures[name]);
    rows.push(...result.rows);
    postgres = result.postgres;
  } catch (error) {
    failed += 1;
    console.error(`${name} could not be measured: ${error.stack}`);
  }
}
printTable(rows);
console.log(circumstances({ postgres }));
const judged = rows.filter(hasGoal);
const short = judged.filter((row) => !isMet(row)).length;
console.log(`${judged.length - short} ok, ${short} short, ${failed} not measured`);
process.exitCode = failed > 0 ? 1 : 0;
