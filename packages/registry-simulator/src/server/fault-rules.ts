import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type FaultOccasion, faultTable } from './fault-table.ts';
import type { OutgoingReply } from './outgoing-reply.ts';
import { seededRandom } from './seeded-random.ts';

const FaultRule = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    /** A route name, or `*` for all routes. */
    route: Type.String({ minLength: 1 }),
    match: Type.Optional(
      Type.Object({ number: Type.Optional(Type.String()) }, { additionalProperties: false }),
    ),
    /** Which of the matching calls, counted from 1 since the rule was created. */
    calls: Type.Optional(
      Type.Object(
        {
          from: Type.Optional(Type.Integer({ minimum: 1 })),
          to: Type.Optional(Type.Integer({ minimum: 1 })),
          every: Type.Optional(Type.Integer({ minimum: 1 })),
        },
        { additionalProperties: false },
      ),
    ),
    probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    seed: Type.Optional(Type.Integer()),
    fault: Type.String(),
    params: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);

/** A rule about when a fault applies. @see spec/registries.md 15.5 */
export type FaultRule = Static<typeof FaultRule>;

/** Invalid input to the control interface; the message names the member and the problem. */
export class SimulatorInputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SimulatorInputError';
  }
}

/** Checks a value against a schema. @throws SimulatorInputError naming the first wrong member */
export function checked<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw new SimulatorInputError(`${what}${first?.instancePath ?? ''}: ${first?.message ?? 'is not valid'}`);
}

const isTime = (text: unknown): boolean => typeof text === 'string' && !Number.isNaN(Date.parse(text));

/** @throws SimulatorInputError */
function checkedRule(value: unknown, index: number, routes: readonly string[]): FaultRule {
  const at = `rules/${index}`;
  const rule = checked(FaultRule, value, at);
  const fault = Object.hasOwn(faultTable, rule.fault) ? faultTable[rule.fault] : undefined;
  if (fault === undefined) throw new SimulatorInputError(`${at}/fault: unknown fault`);
  if (rule.route !== '*' && !routes.includes(rule.route))
    throw new SimulatorInputError(`${at}/route: unknown route`);
  if (fault.route !== null && rule.route !== fault.route)
    throw new SimulatorInputError(`${at}/route: this fault is for ${fault.route} only`);
  checked(fault.params, rule.params ?? {}, `${at}/params`);
  const { from, to } = (rule.params ?? {}) as { from?: unknown; to?: unknown };
  if (rule.fault === 'maintenance' && !(isTime(from) && isTime(to)))
    throw new SimulatorInputError(`${at}/params: from and to are instants of ISO 8601`);
  if (fault.listener !== null && (rule.match ?? rule.calls ?? rule.probability) !== undefined)
    throw new SimulatorInputError(
      `${at}: a listener sees no calls, so match, calls and probability mean nothing`,
    );
  return rule;
}

/** @throws SimulatorInputError naming the rule and the problem */
export function checkedRules(values: readonly unknown[], routes: readonly string[]): FaultRule[] {
  const rules = values.map((value, index) => checkedRule(value, index, routes));
  const twice = rules.find((rule, index) => rules.findIndex(({ id }) => id === rule.id) !== index);
  if (twice !== undefined) throw new SimulatorInputError(`rules: two rules have the id ${twice.id}`);
  return rules;
}

interface StandingRule {
  rule: FaultRule;
  random: () => number;
  /** Number of calls with its route and number so far. */
  seen: number;
  /** Of these, the number that `calls` and `probability` let through. */
  matched: number;
}

/** The facts about a call that rules need. */
export interface CallFacts extends Omit<FaultOccasion, 'matchedBefore' | 'random'> {
  route: string;
  number: string | null;
}

/** The rules in force. */
export interface FaultRules {
  replace(rules: readonly FaultRule[]): void;
  rules(): readonly FaultRule[];
  /** The reply after the first rule that applies, and the id of that rule. */
  twist(reply: OutgoingReply, call: CallFacts): { reply: OutgoingReply; fault: string | null };
}

function matches(standing: StandingRule, { route, number }: CallFacts): boolean {
  const { rule } = standing;
  if (rule.route !== '*' && rule.route !== route) return false;
  if (rule.match?.number !== undefined && rule.match.number !== number) return false;
  standing.seen += 1;
  const { from = 1, to = Number.POSITIVE_INFINITY, every = 1 } = rule.calls ?? {};
  if (standing.seen < from || standing.seen > to || (standing.seen - from) % every !== 0) return false;
  return rule.probability === undefined || standing.random() < rule.probability;
}

/** @param seed for rules without their own */
export function createFaultRules(seed: number): FaultRules {
  let standing: StandingRule[] = [];
  return {
    replace(rules) {
      standing = rules.map((rule) => ({
        rule,
        random: seededRandom(rule.seed ?? seed),
        seen: 0,
        matched: 0,
      }));
    },
    rules: () => standing.map(({ rule }) => rule),
    twist(reply, call) {
      for (const one of standing) {
        if (!matches(one, call)) continue;
        const occasion = { ...call, matchedBefore: one.matched, random: one.random };
        one.matched += 1;
        const twisted = faultTable[one.rule.fault]?.apply(reply, one.rule.params ?? {}, occasion) ?? null;
        if (twisted !== null) return { reply: twisted, fault: one.rule.id };
      }
      return { reply, fault: null };
    },
  };
}
