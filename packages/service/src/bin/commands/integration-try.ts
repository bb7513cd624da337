import { type CommandInput, formatOf, optionalText, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { installationOf } from '../../settings/installation.ts';
import { type SettingsTried, trySettings } from '../../usecases/integration/try-settings.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { changesIn, settingOptions } from './integration.ts';

/** A verb that shows what other settings would have decided. */
export const integrationTryCommands: Command[] = [
  {
    name: 'integration try',
    about:
      're-evaluates decided sessions with other settings and counts those whose decision would differ; changes nothing',
    arguments: ['INTEGRATION'],
    options: {
      set: settingOptions.set,
      unset: settingOptions.unset,
      sessions: {
        type: 'string',
        value: 'N',
        about: 'number of newest sessions to re-evaluate, 1 to 1000; default 100',
      },
    },
    example: `integration try ${exampleId.integration} --set faceAcceptScore=90 --sessions 500`,
    run: attempt,
  },
];

async function attempt(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const tried = await trySettings(ctx)({
    integrationId: identifier(input, 0),
    settings: changesIn(input),
    installation: await installationOf(ctx.config),
    sessions: sessionsOf(input),
  });
  if (tried.outcome !== 'tried') return notDone(tried.outcome);
  return formatOf(input) === 'json' ? done(tried) : done(tried.counts, summaryOf(tried));
}

/** @throws UsageError */
function sessionsOf(input: CommandInput): number {
  const text = optionalText(input, 'sessions') ?? '100';
  const sessions = Number(text);
  if (Number.isInteger(sessions) && sessions >= 1 && sessions <= 1_000) return sessions;
  throw new UsageError(`--sessions: must be a whole number from 1 to 1000, not ${text}`);
}

type Tried = Extract<SettingsTried, { outcome: 'tried' }>;

function summaryOf({ sessions, compared, changed, untried, registry, samples }: Tried): string {
  const word = ({ status, code }: Tried['samples'][number]['before']) =>
    code === null ? status : `${status} ${code}`;
  return [
    `${sessions} sessions, ${compared} of them with findings: ${changed} would be decided differently. Nothing was written.`,
    ...(registry === null
      ? []
      : [`Sessions approved here would then go to the registry ${registry}, which was not called.`]),
    ...(untried.length === 0
      ? []
      : [`Not evaluated, because it takes effect only in new sessions:  ${untried.join(', ')}`]),
    ...samples.map(({ sessionId, before, after }) => `${sessionId}  ${word(before)} → ${word(after)}`),
  ].join('\n');
}
