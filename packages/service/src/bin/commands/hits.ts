import {
  type CommandInput,
  exitCodes,
  formatOf,
  isGiven,
  optionalText,
  requiredText,
  UsageError,
} from '@countersign/command-line';
import {
  type HitMatchStatus,
  hitMatchStatuses,
  Problem,
  type RiskLevel,
  riskLevels,
} from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { noteSession } from '../../usecases/operator/note-session.ts';
import { operatorCaller } from '../../usecases/operator/operator-caller.ts';
import { StaleCaller } from '../../usecases/session/caller.ts';
import { checkEvidence, exportEvidence } from '../../usecases/watchlist/export-evidence.ts';
import { listHits, showHit } from '../../usecases/watchlist/list-hits.ts';
import type { EvidenceFault } from '../../usecases/watchlist/sign-evidence.ts';
import { updateWatchlistScreening } from '../../usecases/watchlist/update-watchlist-screening.ts';
import {
  type Command,
  type CommandResult,
  done,
  exampleId,
  identifier,
  identifierText,
  integrationOption,
  notDone,
} from '../command.ts';
import { readText } from '../read-text.ts';
import {
  actorOption,
  historyOptions,
  limitOf,
  limitOption,
  noteOption,
  operatorOption,
} from '../read-options.ts';

const exampleHit = `${exampleId.integration} ${exampleId.session} ${exampleId.other}`;

/** Verbs for hits of watchlist screenings. */
export const hitsCommands: Command[] = [
  {
    name: 'hits list',
    about: 'lists undecided hits, longest waiting first; prints names',
    arguments: [],
    options: {
      integration: integrationOption,
      session: { type: 'string', value: 'SESSION', about: 'hits of one session' },
      all: { type: 'boolean', about: 'includes decided hits' },
      limit: limitOption,
    },
    example: 'hits list --integration Shop',
    run: list,
  },
  {
    name: 'hits show',
    about: 'prints a hit with its listings, the trace of its score and its decisions',
    arguments: ['INTEGRATION', 'SESSION', 'HIT'],
    options: {},
    example: `hits show ${exampleHit}`,
    run: async (ctx, input) => {
      const shown = await showHit(ctx)({ ...sessionOf(input), hitId: identifier(input, 2) });
      return shown.outcome === 'shown'
        ? done({ ...shown.hit, reviews: shown.reviews })
        : notDone(shown.outcome);
    },
  },
  {
    name: 'hits explain',
    about: 'explains the score of a hit in rows whose points add up to it, with a summary',
    arguments: ['INTEGRATION', 'SESSION', 'HIT'],
    options: {},
    example: `hits explain ${exampleHit}`,
    run: explain,
  },
  {
    name: 'hits evidence',
    about:
      'prints a signed file with everything that was searched, found and decided for a session; contains personal data, and its use is recorded',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      page: {
        type: 'boolean',
        about: 'prints an HTML page for reading and printing, which also contains the signed data',
      },
      by: historyOptions.by,
    },
    example: `hits evidence ${exampleId.integration} ${exampleId.session} --page --by ada`,
    run: evidence,
  },
  {
    name: 'hits verify',
    about:
      'verifies a file from "hits evidence" or the portal with the key and audit log of this installation; exits with status 1 if it is not authentic',
    arguments: ['FILE'],
    options: {},
    example: 'hits verify evidence.html',
    run: verify,
  },
  {
    name: 'hits review',
    about: 'decides a hit; deciding the last open hit of a result queues its webhook',
    arguments: ['INTEGRATION', 'SESSION', 'HIT'],
    options: {
      status: {
        type: 'string',
        value: 'STATUS',
        need: 'required',
        about: `one of ${hitMatchStatuses.join(', ')}`,
      },
      risk: { type: 'string', value: 'RISK', about: `of a true_match: ${riskLevels.join(' or ')}` },
      ...historyOptions,
    },
    example: `hits review ${exampleHit} --status false_positive --by ada --note "Born in another year"`,
    run: review,
  },
];

const sessionOf = (input: CommandInput) => ({
  integrationId: identifier(input, 0),
  sessionId: identifier(input, 1),
});

async function list(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const [integration, session] = ['integration', 'session'].map((name) => optionalText(input, name));
  const filter = {
    integrationId: integration === undefined ? null : identifierText(integration),
    sessionId: session === undefined ? null : identifierText(session),
    all: isGiven(input, 'all'),
  };
  const hits = await listHits(ctx)({ filter, limit: limitOf(input) });
  return done(
    hits.map(({ id, integrationId, sessionId, screenedAt, matchStatus, found }) => ({
      hitId: id,
      integrationId,
      sessionId,
      screenedAt,
      status: matchStatus,
      score: found.score,
      name: found.matchedName,
      lists: found.listTypes,
      countries: found.countries,
    })),
  );
}

async function explain(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const shown = await showHit(ctx)({ ...sessionOf(input), hitId: identifier(input, 2) });
  if (shown.outcome !== 'shown') return notDone(shown.outcome);
  const explanation = shown.hit.found.explanation ?? null;
  if (explanation === null) return notDone('not-explained');
  if (formatOf(input) === 'json') return done(explanation);
  return done(explanation.evidence, `score ${explanation.score}: ${explanation.summary}`);
}

async function evidence(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const form = isGiven(input, 'page') ? 'html' : 'json';
  const namesOf = () => Promise.resolve(() => null);
  const wanted = { ...sessionOf(input), actor: actorOption(input), withNotes: true, namesOf };
  const text = await exportEvidence(ctx)(wanted, form);
  if (text === null) return notDone('not-screened');
  return done(form === 'json' && formatOf(input) === 'json' ? JSON.parse(text) : text.trimEnd());
}

const faults: Readonly<Record<EvidenceFault, string>> = {
  'not-evidence': 'FILE: must be a complete file from "hits evidence" or the portal',
  changed: 'FILE: must be unchanged since it was signed; its content was changed',
  'other-key': 'FILE: must be signed by this installation; another one signed it',
  'other-page':
    'FILE: must be a page that matches its signed data; the page was changed, or made by another release: verify the data without the page',
};

async function verify(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const checked = await checkEvidence(ctx)(readText(input.positionals[0] ?? ''));
  if (checked.fault !== null)
    return { exitCode: exitCodes.finding, output: { result: checked.fault }, note: faults[checked.fault] };
  const { digest, evidence: signed } = checked.file;
  const { integrationId, sessionId, madeAt, madeBy } = signed;
  const shown = { integrationId, sessionId, madeAt, madeBy, digest, logged: checked.isLogged };
  if (checked.isLogged === true) return done({ result: 'intact', ...shown });
  const note =
    'the signature is valid, but the audit log has no entry for this file; "audit verify" verifies the log';
  return { exitCode: exitCodes.finding, output: { result: 'not-logged', ...shown }, note };
}

async function review(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const { integrationId, sessionId } = sessionOf(input);
  const hit = { id: identifier(input, 2), ...decisionOf(input) };
  const note = noteOption(input);
  const caller = await operatorCaller(ctx, { integrationId, operator: operatorOption(input) });
  if (!caller) return notDone('unknown-integration');
  try {
    const read = () => ({ operation: 'review-hit', hit }) as const;
    await updateWatchlistScreening(ctx)({ caller, sessionId, read, note });
  } catch (error) {
    if (error instanceof StaleCaller)
      return { exitCode: exitCodes.rejected, output: null, note: 'integration: must be active' };
    if (error instanceof Problem) return refused(error);
    throw error;
  }
  if (note !== null) await noteSession(ctx)({ integrationId, sessionId, note, actor: actorOption(input) });
  return done({ outcome: 'reviewed', hitId: hit.id, status: hit.matchStatus });
}

function refused({ problem }: Problem): CommandResult {
  if (problem === 'not-found') return notDone('unknown-hit');
  const reasons: Readonly<Record<string, string>> = {
    'watchlist-not-enabled': 'screening must be enabled: integration configure --set watchlistScreening=true',
    'feature-not-enabled': 'hits can be decided only with --set watchlist.solution=enhanced',
  };
  return {
    exitCode: exitCodes.rejected,
    output: null,
    note: reasons[problem] ?? problem.replaceAll('-', ' '),
  };
}

/** @throws UsageError */
function decisionOf(input: CommandInput): { matchStatus: HitMatchStatus; riskLevel: RiskLevel | null } {
  const text = requiredText(input, 'status');
  const matchStatus = hitMatchStatuses.find((known) => known === text);
  if (!matchStatus)
    throw new UsageError(`--status: must be one of ${hitMatchStatuses.join(', ')}, not ${text}`);
  const risk = optionalText(input, 'risk');
  const riskLevel = riskLevels.find((known) => known === risk) ?? null;
  if (risk !== undefined && riskLevel === null)
    throw new UsageError(`--risk: must be one of ${riskLevels.join(', ')}, not ${risk}`);
  if ((matchStatus === 'true_match') !== (riskLevel !== null))
    throw new UsageError('--risk: must be given with --status true_match, and only with it');
  return { matchStatus, riskLevel };
}
