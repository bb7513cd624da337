import {
  type CommandInput,
  exitCodes,
  formatOf,
  isGiven,
  optionalText,
  texts,
  UsageError,
} from '@countersign/command-line';
import { screeningLists } from '@countersign/contract';
import { pathToFileURL } from 'node:url';
import {
  createIndexScreener,
  explainHit,
  type LayeredSnapshot,
  type Result,
  screenInThreads,
  type Subject,
} from '@countersign/screening';
import type { Config } from '../../runtime/config.ts';
import { installationFile } from '../../runtime/installation-files.ts';
import { type CommandResult, done } from '../command.ts';
import { limitOf } from '../read-options.ts';
import { listsInForce } from './screening-rules.ts';

const noLists: CommandResult = {
  exitCode: exitCodes.rejected,
  output: null,
  note: 'no lists are loaded: run "countersign lists load"',
};

/** Prints an entity from the lists in force, by its current or former id. @throws RefusedSnapshot, DamagedDirectory */
export async function showEntity(
  { screeningDir }: Config,
  { positionals: [id = ''] }: CommandInput,
): Promise<CommandResult> {
  const lists = await listsInForce(screeningDir);
  if (lists === null) return noLists;
  const entity = createIndexScreener(lists.snapshot).entity(id);
  if (entity === null)
    return {
      exitCode: exitCodes.notFound,
      output: null,
      note: 'entity: must be an id of the lists in force; "lists screen" prints ids',
    };
  return done(entity);
}

/** Screens one name against the lists in force without storing anything. @throws UsageError, RefusedSnapshot, DamagedDirectory */
export async function screenName({ screeningDir }: Config, input: CommandInput): Promise<CommandResult> {
  const subject = subjectOf(input);
  const options = {
    lists: [...screeningLists],
    matchThreshold: numberOption(input, { name: 'threshold', most: 100, usual: 80 }),
    exactMatch: isGiven(input, 'exact'),
    countries: [],
    excludeDeceased: false,
    limit: Math.min(limitOf(input), 500),
  };
  const lists = await listsInForce(screeningDir);
  if (lists === null) return noLists;
  const script = pathToFileURL(installationFile('dist/screening-thread.mjs'));
  const questions = (async function* () {
    yield { subject, options };
  })();
  // On a separate thread, because this may be the serving process.
  const answers = screenInThreads(lists.snapshot, questions, {
    threads: 1,
    script,
    policies: lists.policies,
  });
  for await (const answer of answers) {
    if (!('result' in answer)) throw new UsageError(`NAME: ${answer.inputError}`);
    const { result } = answer;
    const explained = isGiven(input, 'explain') ? withExplanations(result, subject, lists.snapshot) : result;
    if (formatOf(input) === 'json') return done(explained);
    const rows = explained.hits.map(rowOf);
    return done(rows, `${result.total} ${result.total === 1 ? 'hit' : 'hits'}; snapshot ${result.snapshot}`);
  }
  throw new Error('a screening ended without an answer');
}

type ShownHit = Result['hits'][number] & { explanation?: ReturnType<typeof explainHit> | null };

function withExplanations(result: Result, subject: Subject, snapshot: LayeredSnapshot): { hits: ShownHit[] } {
  const lists = createIndexScreener(snapshot);
  const hits = result.hits.map((hit) => {
    const entity = lists.entity(hit.entityId);
    return { ...hit, explanation: entity && explainHit(subject, entity, hit) };
  });
  return { ...result, hits };
}

function rowOf({ score, matchedName, listTypes, countries, birthDate, entityId, explanation }: ShownHit) {
  return {
    score,
    name: matchedName,
    lists: listTypes,
    countries,
    born: birthDate === '' ? null : birthDate,
    entity: entityId,
    ...(explanation && { explanation: explanation.summary }),
  };
}

/** @throws UsageError */
function subjectOf(input: CommandInput): Subject {
  const [name = ''] = input.positionals;
  const born = optionalText(input, 'born');
  if (born !== undefined && !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(born))
    throw new UsageError(`--born: must be YYYY, YYYY-MM or YYYY-MM-DD, not ${born}`);
  const countries = texts(input, 'country').map((code) => code.toUpperCase());
  const wrong = countries.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong !== undefined)
    throw new UsageError(`--country: must be a code of two letters such as EE, not ${wrong}`);
  return { schema: 'Person', name, countries, ...(born === undefined ? {} : { birthDate: born }) };
}

/** @throws UsageError */
function numberOption(
  input: CommandInput,
  { name, most, usual }: { name: string; most: number; usual: number },
): number {
  const number = Number(optionalText(input, name) ?? usual);
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new UsageError(`--${name}: must be a whole number from 0 to ${most}`);
  return number;
}
