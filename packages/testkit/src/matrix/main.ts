// npm run matrix: runs every scenario against a separate service. Started by tools/matrix.mjs, which bundles it.
import fs from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { printResults, printScenarios, rowAsJson, wrongOf } from './report.ts';
import { runScenarios, startMatrix, type RowResult } from './run-scenario.ts';
import { allScenarios } from './scenarios/all.ts';
import { selectScenarios } from './select-scenarios.ts';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
    // From tools/matrix.mjs:
    'database-url': { type: 'string' },
  },
});

const progress = ({ scenario, differences }: RowResult) =>
  void process.stderr.write(
    differences.length === 0 ? '.' : `\n✗ ${scenario.id}: ${differences.join('; ')}\n`,
  );

/** @returns exit status */
async function main(): Promise<number> {
  const scenarios = selectScenarios(allScenarios, given.only);
  if (scenarios.length === 0) {
    process.stderr.write(`--only ${given.only}: must be part of an id, a group or the text of a scenario\n`);
    return 2;
  }
  if (given.list) {
    printScenarios(scenarios);
    return 0;
  }
  const startedAt = performance.now();
  const stage = await startMatrix(given['database-url'] ?? null);
  let results: RowResult[] = [];
  try {
    // While the service reads one session, the pictures of another are drawn.
    results = await runScenarios(stage, scenarios, { atOnce: os.availableParallelism() + 2, done: progress });
  } finally {
    await stage.close();
  }
  process.stderr.write('\n\n');
  printResults(results);
  const seconds = (performance.now() - startedAt) / 1_000;
  const wrong = wrongOf(results);
  process.stdout.write(
    `\n${results.length} scenarios: ${results.length - wrong} right, ${wrong} wrong; ${seconds.toFixed(0)} s, ` +
      `${given['database-url'] ? 'PostgreSQL' : 'embedded engine'}, Node ${process.versions.node}\n`,
  );
  if (given.json !== undefined)
    await fs.writeFile(given.json, `${JSON.stringify({ seconds, rows: results.map(rowAsJson) }, null, 2)}\n`);
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main();
