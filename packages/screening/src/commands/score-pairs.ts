import { exitCodes, isGiven, type CommandInput } from '@countersign/command-line';
import type { Readable, Writable } from 'node:stream';
import type { ListedEntity } from '../model/listed-entity.ts';
import { isEmptyName } from '../names/check-name.ts';
import { kindOfSchema } from '../names/kind-of-schema.ts';
import { prepareName } from '../names/prepare-name.ts';
import { defaultOptions } from '../model/screener.ts';
import { schemata, ScreeningInputError, type Schema, type Subject } from '../model/screening-types.ts';
import { prepareListedName } from '../score/hits/finish-hits.ts';
import { decideHit, hitOf } from '../score/hits/hit-of-entity.ts';
import { prepareQuestion } from '../score/question.ts';
import { schemasCompatible } from '../score/hits/schema-gate.ts';
import { scoreNames } from '../score/score-names.ts';
import { entityOfRecord } from './entity-of-record.ts';
import { createOutput, readLines } from './line-stream.ts';
import { subjectOfRecord } from './subject-of-record.ts';

const mostLineBytes = 64 * 1024;
/** Buffered output is written at this many characters. */
const writeSize = 64 * 1024;

const schemaByName = new Map(schemata.map((schema) => [schema.toLowerCase(), schema]));

/** The result for one line; invalid lines have no score. */
interface Answer {
  bad: boolean;
  score: number;
  explained?: object;
}

const nothing = { score: 0, nameScore: 0, matchTypes: [], matchedName: '', trace: null };
const badLine: Answer = { bad: true, score: 0, explained: nothing };

function schemaOf(text: string): Schema {
  return schemaByName.get(text.trim().toLowerCase()) ?? 'Unknown';
}

function entityNamed(schema: Schema, text: string): ListedEntity {
  return {
    id: 'listed',
    formerIds: [],
    schema,
    names: [{ text, kind: 'primary' }],
    birth: [],
    death: null,
    deceased: false,
    gender: null,
    countries: [],
    identifiers: [],
    listings: [],
    associates: [],
    positions: [],
    contentHash: '',
  };
}

/** The score with its evidence and the entity's best name; listings are ignored. */
function explainedScore(subject: Subject, entity: ListedEntity): Answer {
  const question = prepareQuestion(subject, { ...defaultOptions, matchThreshold: 0 });
  if (!schemasCompatible(question.schema, entity.schema)) return { bad: false, score: 0, explained: nothing };
  const { name: query } = question;
  const names = query
    ? entity.names.flatMap((_, index) => {
        const comparison = scoreNames(query, prepareListedName(entity, index));
        return comparison.nameScore > 0 ? [{ index, comparison }] : [];
      })
    : [];
  const everyName = { ...question, policies: { ...question.policies, weakAliases: 'all' as const } };
  const decided = decideHit(everyName, { entity, names }, () =>
    query && entity.names.length > 0
      ? { index: 0, comparison: scoreNames(query, prepareListedName(entity, 0)) }
      : null,
  );
  if (!decided) return { bad: false, score: 0, explained: nothing };
  const { nameScore, matchTypes, matchedName, trace } = hitOf(everyName, decided);
  return {
    bad: false,
    score: decided.score,
    explained: { score: decided.score / 100, nameScore, matchTypes, matchedName, trace },
  };
}

function answerPair(line: string, explain: boolean): Answer {
  const [schemaText, name1, name2] = line.split('\t', 3);
  if (schemaText === undefined || name1 === undefined || name2 === undefined) return badLine;
  const schema = schemaOf(schemaText);
  if (isEmptyName(name1) || isEmptyName(name2)) return { bad: false, score: 0, explained: nothing };
  const kind = kindOfSchema(schema);
  const comparison = scoreNames(prepareName(name1, kind), prepareName(name2, kind));
  if (!explain) return { bad: false, score: comparison.nameScore };
  if (comparison.nameScore === 0) return { bad: false, score: 0, explained: nothing };
  return explainedScore({ schema, name: name1 }, entityNamed(schema, name2));
}

function answerRecord(line: string): Answer {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null) return badLine;
    const { query, entity } = record as { query?: unknown; entity?: unknown };
    const subject = subjectOfRecord(query);
    const listed = entityOfRecord(entity);
    return explainedScore(subject, listed);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ScreeningInputError) return badLine;
    throw error;
  }
}

/** Formats hundredths as a score with two decimals. */
export function scoreText(hundredths: number): string {
  const cents = hundredths % 100;
  return `${String((hundredths - cents) / 100)}.${cents < 10 ? '0' : ''}${String(cents)}`;
}

/** The input, output and message streams of a command. */
export interface Streams {
  input: Readable;
  output: Writable;
  complain: (message: string) => void;
}

/** A command of the screening engine; resolves with its exit code. */
export type ScreeningCommand = (given: CommandInput, streams: Streams) => Promise<number>;

/** `score-pairs`: prints one score for every line of pairs, in input order; exit code 2 if any line was invalid. */
export async function scorePairs(given: CommandInput, { input, output, complain }: Streams): Promise<number> {
  const explain = isGiven(given, 'explain');
  const answerLine = isGiven(given, 'jsonl') ? answerRecord : (line: string) => answerPair(line, explain);
  const out = createOutput(output);
  let waiting = '';
  let bad = 0;
  for await (const lines of readLines(input, mostLineBytes)) {
    for (const { number, text } of lines) {
      const answer = text === null ? badLine : answerLine(text);
      if (answer.bad) {
        bad += 1;
        if (bad <= 10) complain(`line ${String(number)}: ${text === null ? 'too long' : 'not a pair'}`);
      }
      waiting += `${explain ? JSON.stringify(answer.explained) : scoreText(answer.score)}\n`;
      if (waiting.length >= writeSize) {
        await out.write(waiting);
        waiting = '';
      }
    }
    await out.write(waiting);
    waiting = '';
  }
  if (bad > 0) complain(`${String(bad)} bad ${bad === 1 ? 'line' : 'lines'}`);
  return bad > 0 ? exitCodes.usage : exitCodes.done;
}
