// npm run attack: the attacks of this package against a running instance. Started by tools/attack.mjs, which bundles it.
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loopbackAddress } from './address.ts';
import { allCases } from './cases/all.ts';
import { runFloods } from './floods/run-floods.ts';
import { freePort } from '../free-port.ts';
import { type Installation, startInstallation } from './installation.ts';
import { type AttackReport, failuresOf, printReport } from './report.ts';
import type { Credentials } from './request.ts';
import { type CaseResult, runCases } from './run-cases.ts';
import { belongingsOf, type Target } from './target.ts';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string' },
    url: { type: 'string' },
    access: { type: 'string' },
    stranger: { type: 'string' },
    json: { type: 'string' },
    fuzz: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    'no-floods': { type: 'boolean', default: false },
    'flood-seconds': { type: 'string', default: '20' },
    // From tools/attack.mjs:
    'database-url': { type: 'string' },
    executable: { type: 'string', default: 'bin/countersign' },
    child: { type: 'string', default: '' },
  },
});

/** @throws Error when an option is not a positive whole number */
function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new Error(`--${name} ${text}: must be a whole number from 1 to 9999999`);
  return Number(text);
}

const wanted = (given.only ?? '').toLowerCase();
const words = wanted.split(/\s*,\s*/).filter(Boolean);

interface Named {
  group: string;
  name: string;
  ids?: readonly string[];
}

/**
 * Selects by `--only`: the exact name of a case, or words separated by commas. Without an exact match, a case is selected when
 * its group, name or one of its ids contains one of the words.
 */
function selected<Kind extends Named>(all: readonly Kind[]): Kind[] {
  const exact = all.filter(({ name }) => name.toLowerCase() === wanted);
  if (wanted === '' || exact.length > 0) return exact.length > 0 ? exact : [...all];
  return all.filter(({ group, name, ids = [] }) =>
    words.some((word) => [group, name, ...ids].some((text) => text.toLowerCase().includes(word))),
  );
}

async function readAccess(file: string | undefined): Promise<Credentials | null> {
  if (file === undefined) return null;
  const access = JSON.parse(await fs.readFile(file, 'utf8')) as Partial<Credentials>;
  if (typeof access.apiKey !== 'string' || typeof access.sharedSecret !== 'string')
    throw new Error(`${file}: must hold apiKey and sharedSecret, as dev-integration.json does`);
  return { apiKey: access.apiKey, sharedSecret: access.sharedSecret };
}

/** A service that is already running. Without `--stranger`, cases that need a second integration are skipped. */
async function givenTarget(url: string): Promise<Target> {
  const address = await loopbackAddress(url);
  const owner = await readAccess(given.access);
  if (!owner)
    throw new Error(
      '--url needs --access FILE with the keys of a test integration, e.g. data/dev-integration.json',
    );
  const stranger = await readAccess(given.stranger);
  return {
    address,
    owner,
    tenants: stranger ? { stranger } : {},
    owned: await belongingsOf(address, owner),
    foreign: stranger ? await belongingsOf(address, stranger) : null,
    portal: null,
    gauges: null,
  };
}

const progress = (result: CaseResult) =>
  void process.stderr.write(
    result.outcome === 'failed'
      ? `\nfailed: ${result.group}: ${result.name}: ${result.reasons.join('; ')}\n`
      : '.',
  );

async function attack(
  target: Target,
  installation: Installation | null,
  hanging: number,
): Promise<AttackReport> {
  const startedAt = performance.now();
  const untilMs =
    given.seconds === undefined
      ? Number.POSITIVE_INFINITY
      : startedAt + wholeNumber('seconds', given.seconds) * 1_000;
  const fuzz = { requests: wholeNumber('fuzz', given.fuzz), seed: wholeNumber('seed', given.seed) };
  const cases = await runCases(selected(allCases(fuzz)), target, { done: progress, untilMs });
  const floods =
    installation && !given['no-floods']
      ? await runFloods(installation, {
          child: given.child,
          seconds: wholeNumber('flood-seconds', given['flood-seconds']),
          isMeant: (flood) => selected([{ group: 'floods', ...flood }]).length > 0,
          hangingPort: hanging,
          untilMs,
        })
      : [];
  return {
    startedAt: new Date(Date.now() - (performance.now() - startedAt)).toISOString(),
    seconds: (performance.now() - startedAt) / 1_000,
    node: process.versions.node,
    engine:
      installation === null ? 'a service given by --url' : given['database-url'] ? 'PostgreSQL' : 'embedded',
    cases,
    floods,
  };
}

async function main(): Promise<void> {
  if (given.list) {
    for (const { group, name, ids = [] } of selected(allCases({ requests: 1, seed: 1 })))
      process.stdout.write(`${group}: ${name}${ids.length > 0 ? ` (${ids.join(', ')})` : ''}\n`);
    return;
  }
  const hanging = await freePort();
  const installation =
    given.url === undefined
      ? await startInstallation({
          executable: path.resolve(given.executable),
          databaseUrl: given['database-url'] ?? null,
          webhookPorts: [hanging],
        })
      : null;
  // A service must not outlive the program that floods it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      installation?.kill();
      process.exit(130);
    });
  try {
    const target = installation?.target ?? (await givenTarget(given.url ?? ''));
    const report = await attack(target, installation, hanging);
    printReport(report);
    if (given.json !== undefined) await fs.writeFile(given.json, `${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = failuresOf(report) > 0 ? 1 : 0;
  } finally {
    await installation?.stop();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
