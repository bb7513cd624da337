// npm run bench [-- name …]: measures the built service on PostgreSQL; each figure stands beside its floor from the same run.
import { createDatabase } from './database.mjs';
import { createSession } from './measures/create-session.mjs';
import { getDecision } from './measures/get-decision.mjs';
import { start } from './measures/start.mjs';
import { uploadMedia } from './measures/upload-media.mjs';
import { verification } from './measures/verification.mjs';
import { webhooks } from './measures/webhooks.mjs';
import { circumstances, isMet, printTable } from './report.mjs';
import { createDataDirectory, readAccess, startService } from './service-process.mjs';

const measures = {
  start,
  'create-session': createSession,
  'get-decision': getDecision,
  'upload-media': uploadMedia,
  webhooks,
  verification,
};

/** Runs one measure on an installation of its own, and removes it. */
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
    return { service, access: readAccess(directory), more: (others) => startOne(others, directory) };
  };
  try {
    return { rows: await work({ database, startInstallation }), postgres: database.version };
  } finally {
    for (const service of running) await service.stop();
    await database.drop();
    for (const { remove } of directories) remove();
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}

const rows = [];
let postgres = null;
let failed = 0;
for (const name of asked.length > 0 ? asked : Object.keys(measures)) {
  console.error(`measuring ${name} …`);
  try {
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
const short = rows.filter((row) => !isMet(row)).length;
console.log(`${rows.length - short} ok, ${short} short, ${failed} not measured`);
process.exitCode = failed > 0 ? 1 : 0;
