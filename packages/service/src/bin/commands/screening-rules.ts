import {
  type CommandInput,
  exitCodes,
  formatOf,
  isGiven,
  texts,
  UsageError,
} from '@countersign/command-line';
import { pathToFileURL } from 'node:url';
import {
  defaultPolicies,
  engineVersion,
  type LayeredSnapshot,
  type Policies,
  readSnapshotInThread,
  RefusedSnapshot,
  screenInThreads,
  type Snapshot,
} from '@countersign/screening';
import { installationFile } from '../../runtime/installation-files.ts';
import { IntegrationSettings } from '../../settings/integration-settings.ts';
import type { ServiceContext } from '../../context.ts';
import { configureIntegration } from '../../usecases/integration/configure-integration.ts';
import { type RulesTried, tryScreeningRules } from '../../usecases/watchlist/try-screening-rules.ts';
import { ListsDirectory } from '../../watchlists/lists-directory.ts';
import { openState } from '../../watchlists/open-state.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone, pair } from '../command.ts';
import { actorOption, historyOptions, reasonOf, reasonOption } from '../read-options.ts';

type Rules = IntegrationSettings['watchlist'];

/** Verbs for screening rules of an integration. */
export const screeningRulesCommands: Command[] = [
  {
    name: 'integration screening',
    about: 'changes the screening rules of an integration',
    arguments: ['INTEGRATION'],
    options: {
      set: {
        type: 'string',
        value: 'RULE=VALUE',
        multiple: true,
        need: 'required',
        about: 'rule and new value, e.g. matchThreshold=85',
      },
      'dry-run': {
        type: 'boolean',
        about: 'screens the monitored people, prints the alerts that would open and close; changes nothing',
      },
      reveal: { type: 'boolean', about: 'prints names in a dry run' },
      reason: reasonOption,
      by: historyOptions.by,
    },
    example: `integration screening ${exampleId.integration} --set matchThreshold=85 --dry-run`,
    run: screening,
  },
];

async function screening(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const integrationId = identifier(input, 0);
  const changes = readRules(input);
  if (input.options['dry-run'] === true) return dryRun(ctx, { integrationId, changes }, input);
  const configured = await configureIntegration(ctx)({
    integrationId,
    settings: { watchlist: changes },
    reason: reasonOf(input),
    actor: actorOption(input),
  });
  return configured.outcome === 'configured'
    ? done(configured.settings.watchlist)
    : notDone(configured.outcome);
}

async function dryRun(
  ctx: ServiceContext,
  { integrationId, changes }: { integrationId: string; changes: Partial<Rules> },
  input: CommandInput,
): Promise<CommandResult> {
  const lists = await listsInForce(ctx.config.screeningDir);
  if (lists === null) return { exitCode: exitCodes.rejected, output: null, note: 'no lists are loaded' };
  const script = pathToFileURL(installationFile('dist/screening-thread.mjs'));
  const { snapshot, policies } = lists;
  const tried = await tryScreeningRules(ctx)({
    integrationId,
    changes,
    // On a separate thread, because this may be the serving process.
    screenMany: (questions) => screenInThreads(snapshot, questions, { threads: 1, script, policies }),
  });
  if (tried.outcome !== 'tried') return notDone(tried.outcome);
  const shown = isGiven(input, 'reveal') ? tried : { ...tried, samples: tried.samples.map(withoutNames) };
  return formatOf(input) === 'json' ? done(shown) : done(shown.counts, summary(shown));
}

const withoutNames = ({ change, sessionId, entityId, score, lists }: Sample) => ({
  change,
  sessionId,
  entityId,
  score,
  lists,
});

type Tried = Extract<RulesTried, { outcome: 'tried' }>;
type Sample = Tried['samples'][number];
type Shown = Omit<Tried, 'samples'> & {
  samples: (Omit<Sample, 'name' | 'matchedName'> & { name?: string; matchedName?: string })[];
};

function summary({ people, refused, alertsBefore, alertsAfter, samples }: Shown): string {
  const lines = samples.map(({ change, sessionId, entityId, score, lists, name, matchedName }) => {
    const names = name === undefined ? '' : `  ${name} ~ ${matchedName ?? ''}`;
    return `${change}  ${sessionId}  ${entityId}  ${score.toFixed(2)}  ${lists.join(',')}${names}`;
  });
  const unscreened = refused === 0 ? '' : `, ${refused} cannot be screened`;
  return [
    `${people} monitored people${unscreened}: ${alertsBefore} alerts now, ${alertsAfter} under these rules. Nothing was written.`,
    ...lines,
  ].join('\n');
}

/** The lists in force in a watchlist directory; null before the first load. @throws RefusedSnapshot, DamagedDirectory */
export async function listsInForce(
  root: string,
): Promise<{ snapshot: LayeredSnapshot; policies: Policies } | null> {
  const directory = new ListsDirectory(root);
  const current = await directory.current();
  if (current?.snapshot == null) return null;
  const reader = pathToFileURL(installationFile('dist/snapshot-thread.mjs'));
  const read = (file: string): Promise<Snapshot> => readSnapshotInThread(file, reader);
  const snapshot = await openState(directory, current.snapshot, read);
  if (snapshot.manifest.engine !== engineVersion())
    throw new RefusedSnapshot('the lists were built by another release: run "countersign lists load"');
  return { snapshot, policies: { ...defaultPolicies, ...current.policies } };
}

/** The use case validates the values; only the names are checked here. */
function readRules(input: CommandInput): Partial<Rules> {
  const known = Object.keys(IntegrationSettings.properties.watchlist.properties);
  const given = texts(input, 'set').map((text) => {
    const [name, value] = pair(text);
    const member = name.replace(/^watchlist\./, '');
    if (!known.includes(member))
      throw new UsageError(`unknown rule ${name}; expected one of: ${known.join(', ')}`);
    return [member, jsonOrText(value)] as const;
  });
  if (given.length === 0) throw new UsageError('--set: must be given');
  return Object.fromEntries(given);
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
