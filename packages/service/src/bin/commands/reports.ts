import { type CommandInput, isGiven, optionalText, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { listReports } from '../../usecases/report/list-fraud-reports.ts';
import { reviewFraudReport } from '../../usecases/report/review-fraud-report.ts';
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
import { actorOption, historyOptions, limitOf, limitOption } from '../read-options.ts';

/** Verbs on sessions that clients reported as fraud. @see spec/contract.md */
export const reportCommands: Command[] = [
  {
    name: 'reports list',
    about: 'lists unreviewed fraud reports, longest waiting first, without comments',
    arguments: [],
    options: {
      integration: integrationOption,
      all: { type: 'boolean', about: 'includes reviewed reports' },
      limit: limitOption,
    },
    example: 'reports list --integration Shop',
    run: list,
  },
  {
    name: 'reports show',
    about: 'prints the fraud report of a session with its comment and its review',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {},
    example: `reports show ${exampleId.integration} ${exampleId.session}`,
    run: async (ctx, input) => {
      const filter = { integrationId: identifier(input, 0), sessionId: identifier(input, 1), all: true };
      const [report] = await listReports(ctx)({ filter, limit: 1 });
      return report ? done(report) : notDone('unknown-report');
    },
  },
  {
    name: 'reports review',
    about:
      'reviews the fraud report of a session, once; the client sees the result, and the decision does not change',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      agree: { type: 'boolean', need: 'choice', about: 'confirms the fraud' },
      disagree: { type: 'boolean', need: 'choice', about: 'rejects the report: it was not fraud' },
      error: {
        type: 'string',
        value: 'TEXT',
        about: 'error in the decision, visible to the client; erased with the session',
      },
      by: historyOptions.by,
    },
    example: `reports review ${exampleId.integration} ${exampleId.session} --agree --error "The portrait was replaced" --by ada`,
    run: review,
  },
];

async function list(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const integration = optionalText(input, 'integration');
  const filter = {
    integrationId: integration === undefined ? null : identifierText(integration),
    sessionId: null,
    all: isGiven(input, 'all'),
  };
  const reports = await listReports(ctx)({ filter, limit: limitOf(input) });
  return done(
    reports.map(
      ({
        integrationId,
        sessionId,
        reportedAt,
        status,
        fraudTypeReported,
        initialDecision,
        reviewDecision,
      }) => ({
        integrationId,
        sessionId,
        reportedAt,
        status,
        categories: fraudTypeReported,
        initialDecision,
        reviewDecision,
      }),
    ),
  );
}

/** Longest message to the client, in characters: the same as for the client's comment. */
const longestError = 500;

async function review(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const { agree = false, disagree = false } = input.options;
  if (agree === disagree) throw new UsageError('must be given: one of --agree, --disagree');
  const error = optionalText(input, 'error') ?? null;
  if (error !== null && (error.trim() === '' || error.length > longestError))
    throw new UsageError(`--error: must be 1 to ${longestError} characters, not ${error.length}`);
  const reviewed = await reviewFraudReport(ctx)({
    integrationId: identifier(input, 0),
    sessionId: identifier(input, 1),
    verdict: agree === true ? 'Agree' : 'Disagree',
    decisionError: error,
    actor: actorOption(input),
  });
  return reviewed.outcome === 'reviewed' ? done(reviewed) : notDone(reviewed.outcome);
}
