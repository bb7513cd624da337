import type { ListType, Result, ScreeningOptions, Subject } from '@countersign/screening';
import type { ServiceContext } from '../../context.ts';
import {
  listMonitored,
  type MonitoredSession,
  readMonitored,
} from '../../storage/watchlist/monitor-customers.ts';
import { listIntegrations } from '../integration/list-integrations.ts';
import { type IntegrationSettings, settingsOf } from '../../settings/integration-settings.ts';
import { screeningInputOf, decryptCustomer } from './monitor-customers.ts';
import { subjectOf } from './screened-subject.ts';

/** One of many screenings. */
export interface ScreeningInput {
  subject: Subject;
  options: ScreeningOptions;
}

/** Screens many subjects; returns one answer per query, in order. */
export type ScreenMany = (
  questions: AsyncIterable<ScreeningInput>,
) => AsyncIterable<{ result: Result } | { inputError: string }>;

export interface TryScreeningRules {
  integrationId: string;
  /** Rules to try, merged over those in force. */
  changes: Partial<IntegrationSettings['watchlist']>;
  screenMany: ScreenMany;
}

const bands = ['below 80', '80 to 94', '95 and more'] as const;

/** Numbers of new and of dropped alerts, for one list type and one range of scores. An alert counts for each of its list types. */
export interface AlertCount extends Record<string, unknown> {
  list: ListType;
  score: (typeof bands)[number];
  gained: number;
  lost: number;
}

export interface SampledAlert {
  change: 'gained' | 'lost';
  sessionId: string;
  entityId: string;
  score: number;
  lists: ListType[];
  /** Personal data: shown only on request. */
  name: string;
  matchedName: string;
}

export type RulesTried =
  | { outcome: 'unknown-integration' }
  | {
      outcome: 'tried';
      rules: IntegrationSettings['watchlist'];
      /** Number of monitored people screened, and of those that cannot be. */
      people: number;
      refused: number;
      alertsBefore: number;
      alertsAfter: number;
      counts: AlertCount[];
      samples: SampledAlert[];
    };

const page = 200;
const sampledPerKind = 10;

/**
 * Screens every monitored person of an integration twice on the current lists, under the current rules and under those to try, and returns
 * the difference. Writes nothing.
 * @throws Error naming an invalid rule
 */
export const tryScreeningRules =
  (ctx: Pick<ServiceContext, 'database' | 'vault'>) =>
  async ({ integrationId, changes, screenMany }: TryScreeningRules): Promise<RulesTried> => {
    const found = (await listIntegrations(ctx)()).find((one) => one.integrationId === integrationId);
    if (!found) return { outcome: 'unknown-integration' };
    const { mode, settings } = found;
    const rules = settingsOf(mode, {
      ...settings,
      watchlist: { ...settings.watchlist, ...changes },
    }).watchlist;
    const tally = new Tally();
    const pending: { sessionId: string; name: string }[] = [];
    const questions = questionsOf(ctx, { integrationId, rules, pending });
    let before: Result | null = null;
    for await (const answer of screenMany(questions)) {
      if (before === null) {
        before = 'result' in answer ? answer.result : noHits;
        continue;
      }
      const person = pending.shift();
      if (person && 'result' in answer)
        tally.add(person, { before, after: answer.result, limit: rules.limit });
      else tally.refused += 1;
      before = null;
    }
    return { outcome: 'tried', rules, ...tally.report() };
  };

const noHits: Result = { hits: [], total: 0, truncated: false, engine: '', config: '', snapshot: '' };

/**
 * Keeping this many hits under the rules to try distinguishes hits that are gone from hits that are beyond the limit.
 * @see spec/contract.md A-370
 */
const mostHits = 500;

/** Two queries per person: under the rules in force, then under those to try. */
async function* questionsOf(
  ctx: Pick<ServiceContext, 'database' | 'vault'>,
  {
    integrationId,
    rules,
    pending,
  }: {
    integrationId: string;
    rules: IntegrationSettings['watchlist'];
    pending: { sessionId: string; name: string }[];
  },
): AsyncGenerator<ScreeningInput> {
  let after = '';
  for (;;) {
    const sessions = await listMonitored(ctx.database, { after, integrationId, limit: page });
    const last: MonitoredSession | undefined = sessions.at(-1);
    if (!last) return;
    after = `${last.integrationId}/${last.sessionId}`;
    for (const sealed of await readMonitored(ctx.database, sessions)) {
      const { person, settings } = decryptCustomer(ctx, sealed);
      const subject = subjectOf(person);
      const { term, options } = screeningInputOf(person, settings);
      pending.push({ sessionId: sealed.sessionId, name: term.name });
      yield { subject, options };
      const tried = screeningInputOf(person, { watchlist: rules }).options;
      yield { subject, options: { ...tried, limit: mostHits } };
    }
  }
}

class Tally {
  readonly #counts = new Map<string, AlertCount>();
  readonly #samples: SampledAlert[] = [];
  #people = 0;
  #before = 0;
  #after = 0;
  refused = 0;

  /** @param results under the rules in force and under those to try, and how many of the latter are kept */
  add(
    person: { sessionId: string; name: string },
    { before, after, limit }: { before: Result; after: Result; limit: number },
  ): void {
    this.#people += 1;
    this.#before += before.total;
    this.#after += after.total;
    this.#note('gained', person, { of: after.hits.slice(0, limit), not: before });
    this.#note('lost', person, { of: before.hits, not: after });
  }

  report() {
    const counts = [...this.#counts.values()].sort((a, b) =>
      a.list === b.list ? bands.indexOf(b.score) - bands.indexOf(a.score) : a.list < b.list ? -1 : 1,
    );
    return {
      people: this.#people,
      refused: this.refused,
      alertsBefore: this.#before,
      alertsAfter: this.#after,
      counts,
      samples: this.#samples,
    };
  }

  #note(
    change: 'gained' | 'lost',
    person: { sessionId: string; name: string },
    { of, not }: { of: Result['hits']; not: Result },
  ): void {
    const others = new Set(not.hits.map(({ entityId }) => entityId));
    for (const { entityId, score, listTypes: lists, matchedName } of of) {
      if (others.has(entityId)) continue;
      for (const list of lists) this.#countOf(list, bandOf(score))[change] += 1;
      if (this.#samples.filter((sample) => sample.change === change).length >= sampledPerKind) continue;
      this.#samples.push({ change, ...person, entityId, score, lists, matchedName });
    }
  }

  #countOf(list: ListType, score: AlertCount['score']): AlertCount {
    const key = `${list} ${score}`;
    const known = this.#counts.get(key) ?? { list, score, gained: 0, lost: 0 };
    this.#counts.set(key, known);
    return known;
  }
}

const bandOf = (score: number): AlertCount['score'] =>
  score >= 95 ? '95 and more' : score >= 80 ? '80 to 94' : 'below 80';
