import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { erasureScopes } from '../../storage/session/erasures.ts';
import { type ErasedBefore, listErasures, replayErasures } from '../../usecases/operator/erasures.ts';
import { type Command, done, identifierText, integrationOption } from '../command.ts';
import { readText } from '../read-text.ts';
import {
  actorOption,
  historyOptions,
  limitOf,
  limitOption,
  sinceOption,
  timeOption,
} from '../read-options.ts';

/** Verbs on proof of erasure. */
export const erasureCommands: Command[] = [
  {
    name: 'erasures list',
    about: 'lists erasures with actor, time and number of files deleted, newest first',
    arguments: [],
    options: {
      integration: integrationOption,
      since: { ...sinceOption, about: `requested ${sinceOption.about}` },
      limit: limitOption,
      all: { type: 'boolean', about: 'lists every erasure; not with --limit' },
    },
    example: 'erasures list --since 30d --all --format jsonl',
    run: async (ctx, input) => {
      const integration = optionalText(input, 'integration');
      const filter = {
        integrationId: integration === undefined ? null : identifierText(integration),
        since: timeOption(input, 'since'),
      };
      return done(await listErasures(ctx)({ filter, limit: limitOrAll(input) }));
    },
  },
  {
    name: 'erasures replay',
    about:
      'repeats erasures after a restore from an older backup; FILE is from "erasures list --format jsonl"',
    arguments: ['FILE'],
    options: { by: historyOptions.by },
    example: 'erasures replay /var/backups/erasures.jsonl --by ada',
    run: async (ctx, input, showProgress) => {
      const erasures = readErasures(input);
      const progress = showProgress('Erasures');
      const onErasure = (looked: number) => progress.at(looked, erasures.length);
      const erased = await replayErasures(ctx)({ erasures, actor: actorOption(input), onErasure }).finally(
        progress.end,
      );
      return done({ listed: erasures.length, erasedAgain: erased });
    },
  },
];

/** `null`: all. @throws UsageError */
function limitOrAll(input: CommandInput): number | null {
  if (input.options['all'] !== true) return limitOf(input);
  if (optionalText(input, 'limit') !== undefined)
    throw new UsageError('--all: must not be given together with --limit');
  return null;
}

const id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const Line = Type.Object({
  integrationId: id,
  sessionId: id,
  scope: Type.Union(erasureScopes.map((scope) => Type.Literal(scope))),
});

/** All lines are read before anything is erased. @throws UsageError naming the first invalid line */
function readErasures(input: CommandInput): ErasedBefore[] {
  const file = input.positionals[0] ?? '';
  return readText(file)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const value = readJson(line);
      if (Value.Check(Line, value)) return [value];
      throw new UsageError(
        `FILE: must hold lines of "erasures list --format jsonl", with integrationId, sessionId and scope; line ${index + 1} of ${file} does not`,
      );
    });
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
