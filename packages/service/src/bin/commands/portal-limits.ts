import { type CommandInput, optionalText, requiredText, UsageError } from '@countersign/command-line';
import {
  clearSessionLimit,
  setSessionLimit,
  showSessionLimits,
  usualWarningPercent,
} from '../../usecases/portal/organisation/limit-sessions.ts';
import { type Command, done, notDone } from '../command.ts';
import { actorOption, historyOptions, reasonOf, reasonOption } from '../read-options.ts';
import { organisationName, unknownIn } from './portal.ts';

const mostSessions = 1_000_000_000;
const modes = ['live', 'test'] as const;

const organisation = {
  type: 'string',
  value: 'NAME',
  need: 'required',
  about: 'organisation',
} as const;
const changing = {
  organisation,
  mode: {
    type: 'string',
    value: 'MODE',
    need: 'required',
    about: `mode of the integrations to limit: ${modes.join(' or ')}`,
  },
  reason: { ...reasonOption, need: 'required' },
  by: historyOptions.by,
} as const;

const nameIn = (input: CommandInput): string => organisationName(optionalText(input, 'organisation'));

/** @throws UsageError */
function changeOf(input: CommandInput) {
  const text = requiredText(input, 'mode');
  const mode = modes.find((known) => known === text);
  if (mode === undefined)
    throw new UsageError(`--mode: must be ${modes.join(' or ')}, not ${JSON.stringify(text)}`);
  return {
    organisation: nameIn(input),
    mode,
    reason: reasonOf(input) ?? requiredText(input, 'reason'),
    actor: actorOption(input),
  };
}

/** A whole number from 1, or `null` for `none`; nothing if the option is absent. @throws UsageError */
function sessionsOf(input: CommandInput, option: 'day' | 'month') {
  const text = optionalText(input, option);
  if (text === undefined) return {};
  const member = option === 'day' ? 'perDay' : 'perMonth';
  if (text === 'none') return { [member]: null };
  return { [member]: wholeNumber(text, { option, most: mostSessions, other: ', or none' }) };
}

function warningOf(input: CommandInput) {
  const text = optionalText(input, 'warn');
  return text === undefined ? {} : { warningPercent: wholeNumber(text, { option: 'warn', most: 100 }) };
}

function wholeNumber(
  text: string,
  { option, most, other = '' }: { option: string; most: number; other?: string },
): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
  throw new UsageError(
    `--${option}: must be a whole number from 1 to ${most}${other}, not ${JSON.stringify(text)}`,
  );
}

/** Verbs on limits of how many sessions an organisation may create. */
export const portalLimitCommands: Command[] = [
  {
    name: 'portal limits',
    about:
      'prints the session limits of an organisation, with the sessions counted today and this month (UTC)',
    arguments: [],
    options: { organisation },
    example: 'portal limits --organisation "Example Ltd"',
    run: async (ctx, input) => {
      const limits = await showSessionLimits(ctx)(nameIn(input));
      return limits === null ? unknownIn(ctx, input) : done(limits);
    },
  },
  {
    name: 'portal set-limits',
    about:
      'limits the sessions that an organisation may create per day and month (UTC); further requests get 429',
    arguments: [],
    options: {
      ...changing,
      day: { type: 'string', value: 'N', about: 'sessions per day, or none; default unchanged' },
      month: { type: 'string', value: 'N', about: 'sessions per month, or none; default unchanged' },
      warn: {
        type: 'string',
        value: 'PERCENT',
        about: `percentage of a limit at which operators are alerted, 1 to 100; initially ${usualWarningPercent}`,
      },
    },
    example:
      'portal set-limits --organisation "Example Ltd" --mode live --day 500 --month 10000 --reason "contract of 2027" --by ada',
    run: async (ctx, input) => {
      const wanted = { ...sessionsOf(input, 'day'), ...sessionsOf(input, 'month'), ...warningOf(input) };
      if (Object.keys(wanted).length === 0)
        throw new UsageError(
          '--day: must be given, or --month or --warn; "portal limits" prints those in force',
        );
      const result = await setSessionLimit(ctx)({ ...changeOf(input), ...wanted });
      if (result.outcome === 'unknown-organisation') return unknownIn(ctx, input);
      return result.outcome === 'limited' ? done(result) : notDone(result.outcome);
    },
  },
  {
    name: 'portal clear-limits',
    about: 'removes the session limits of an organisation for one mode',
    arguments: [],
    options: changing,
    example:
      'portal clear-limits --organisation "Example Ltd" --mode test --reason "end of the trial" --by ada',
    run: async (ctx, input) => {
      const { outcome } = await clearSessionLimit(ctx)(changeOf(input));
      if (outcome === 'unknown-organisation') return unknownIn(ctx, input);
      return outcome === 'cleared' ? done({ outcome }) : notDone(outcome);
    },
  },
];
