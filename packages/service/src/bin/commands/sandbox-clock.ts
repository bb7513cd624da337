import { type CommandInput, exitCodes, requiredText, UsageError } from '@countersign/command-line';
import { limits } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { advanceClock, mostSessions } from '../../usecases/sandbox/advance-clock.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

/** The verb for the clock of a test integration. */
export const sandboxClockCommands: Command[] = [
  {
    name: 'sandbox clock',
    about:
      'advances the clock of a test integration: sessions expire, webhooks are retried and monitoring runs as if that time had passed',
    arguments: ['INTEGRATION'],
    options: {
      advance: {
        type: 'string',
        value: 'TIME',
        need: 'required',
        about: 'length in seconds, minutes, hours, days or years, e.g. 5m, 7d, 1y; at most 366d',
      },
      by: historyOptions.by,
    },
    example: `sandbox clock ${exampleId.integration} --advance 7d`,
    run: advance,
  },
];

const refusals: Readonly<Record<string, string>> = {
  'live-integration':
    'INTEGRATION: must be a test integration; the clock of a live integration cannot be changed',
  'too-many-sessions': `INTEGRATION: must have at most ${mostSessions} sessions; "integration create --mode test" makes an empty one`,
};

async function advance(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const seconds = secondsOf(requiredText(input, 'advance'));
  const jump = { integrationId: identifier(input, 0), seconds, actor: actorOption(input), repeats: null };
  const advanced = await advanceClock(ctx)(jump);
  if (advanced.outcome === 'advanced') return done(advanced);
  const note = refusals[advanced.outcome];
  return note === undefined
    ? notDone(advanced.outcome)
    : { exitCode: exitCodes.rejected, output: null, note };
}

const units = { s: 1, m: 60, h: 3_600, d: 86_400, y: 365 * 86_400 } as const;

/** @throws UsageError */
function secondsOf(text: string): number {
  const match = /^(\d{1,9})([smhdy])$/.exec(text);
  const seconds = match ? Number(match[1]) * units[match[2] as keyof typeof units] : 0;
  const { least, most } = limits.clockJumpSeconds;
  if (seconds < least || seconds > most)
    throw new UsageError(`--advance: must be a duration such as 5m, 7d or 1y, from 1s to 366d, not ${text}`);
  return seconds;
}
