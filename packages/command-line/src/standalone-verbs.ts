/**
 * Commands that need no installation. Each is a separate program that the service's program must not load (it would bring in the screening
 * engine or the face models), but whose help it prints. So their verbs are here and their code is elsewhere.
 */
import { outputFormats } from './output.ts';
import type { Flag, TextOption, Verb } from './verb.ts';

const flag = (about: string): Flag => ({ type: 'boolean', about });
const text = (value: string, about: string): TextOption => ({ type: 'string', value, about });

const explain = flag('adds the trace of each score to the output');

/** Commands of the screening engine, by name. */
export const screeningVerbs = {
  screen: {
    name: 'screen',
    about: 'screens the names on standard input, one JSON object a line, against lists',
    arguments: [],
    options: {
      list: {
        ...text(
          'FORMAT[@LISTTYPE]=FILE[,FILE...]',
          'files of one list; required without --snapshot; formats: docs/guides/screening.md',
        ),
        multiple: true,
      },
      threshold: text('N', 'lowest score of a hit, 0 to 100; default 80'),
      lists: text('LISTTYPE,…', 'list types to screen against; default all'),
      countries: text('CODE,…', 'ISO 3166-1 alpha-2 codes of the countries to screen against; default all'),
      exact: flag('returns exact matches only'),
      'exclude-deceased': flag('omits people listed as deceased'),
      limit: text('N', 'largest number of hits per name, 1 to 500; default 50'),
      workers: text('N', 'threads, 1 to 64; default 1'),
      'as-of': text('YYYY-MM-DD', 'date by which terms of office are evaluated; default today'),
      snapshot: text(
        'FILE',
        'file of prepared lists; read if it matches the lists and the engine, otherwise written',
      ),
      explain: flag('adds the trace of the score and an explanation to each hit'),
      details: flag(
        'adds listings with programmes and links, other names, associates and offices to each hit',
      ),
      exclude: { ...text('ENTITY', 'id of an entity to leave out'), multiple: true },
      'exclude-source': {
        ...text('SOURCE', 'source of listings to leave out, as --details prints it, such as ofac-sdn'),
        multiple: true,
      },
      below: text('N', 'counts near misses that score from N up to the threshold, and prints five per name'),
      stats: flag('prints counts, times and memory as the last line on standard error'),
      listen: text('[HOST:]PORT', 'serves requests over HTTP instead of reading standard input'),
    },
    example: 'screen --list native=house.jsonl < queries.jsonl > hits.jsonl',
  },
  'score-pairs': {
    name: 'score-pairs',
    about: 'prints the similarity of the two names on each line, 0 to 100',
    arguments: [],
    options: {
      jsonl: flag('reads JSON objects {"query", "entity"} instead of SCHEMA<TAB>NAME<TAB>NAME'),
      explain,
    },
    example: 'score-pairs < pairs.tsv > scores.txt',
  },
  replay: {
    name: 'replay',
    about: 'recomputes traces from JSON objects {"query", "entity", "trace"} and compares them',
    arguments: [],
    options: {},
    example: 'replay < traces.jsonl',
  },
} as const satisfies Record<string, Verb>;

const ofEvery = {
  workers: text('N', 'threads for a list, 1 to 99; default 1'),
  models: text('DIRECTORY', 'directory of your own models; see docs/guides/models.md'),
  timings: flag('adds the milliseconds of each stage to every result'),
  stats: flag('prints counts, times and memory as the last line on standard error'),
  date: text('YYYY-MM-DD', 'date by which two-digit years are completed; default today'),
} as const;
const force = flag('also compares faces narrower than 60 pixels');

/** Commands that read pictures, by name. */
export const evaluationVerbs = {
  'compare-faces': {
    name: 'compare-faces',
    about: 'compares the faces of two images; without images reads pairs from standard input',
    arguments: ['[IMAGE]', '[IMAGE]'],
    options: { ...ofEvery, force },
    example: 'compare-faces selfie.jpg document.jpg',
  },
  'read-document': {
    name: 'read-document',
    about: 'reads the sides of one document; without images reads a list from standard input',
    arguments: ['[IMAGE …]'],
    options: {
      ...ofEvery,
      only: text('PART,…', 'parts to run: mrz, barcode, face, printed, quality; default all'),
      raw: flag('adds the text of bar codes, except of kinds that contain biometric data'),
    },
    example: 'read-document front.jpg back.jpg',
  },
  'check-liveness': {
    name: 'check-liveness',
    about: 'prints signs of a copied picture; without images reads a list from standard input',
    arguments: ['[IMAGE …]'],
    options: {
      ...ofEvery,
      portrait: text('IMAGE', 'document whose portrait is compared with the first image'),
    },
    example: 'check-liveness --portrait document.jpg selfie.jpg',
  },
  evaluate: {
    name: 'evaluate',
    about:
      'measures the share of fields, face pairs and selfies that are read correctly, against a file with the true values',
    arguments: [],
    options: {
      truth: {
        ...text('FILE', 'file with documents, pairs and selfies and their true values'),
        need: 'required',
      },
      report: text('FILE', 'file for a report with tables, curve, scores and the worst cases'),
      format: text(outputFormats.join('|'), 'output format; default table'),
      workers: ofEvery.workers,
      models: ofEvery.models,
      date: ofEvery.date,
      force,
    },
    example: 'evaluate --truth try/truth.json --report report.html',
  },
  calibrate: {
    name: 'calibrate',
    about:
      'measures error rates on labelled pairs from standard input and prints the score table for a model',
    arguments: [],
    options: {
      ...ofEvery,
      force,
      out: text('FILE', 'file for the table and the rates that a model declaration needs'),
      'accept-fmr': text('RATE', 'false-match rate of score 85, above 0 and below 1; default 0.001'),
      'review-fmr': text('RATE', 'false-match rate of score 80, above 0 and below 1; default 0.01'),
    },
    example: 'calibrate --workers 2 --out table.json < pairs.jsonl',
  },
} as const satisfies Record<string, Verb>;
