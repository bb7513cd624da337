/** Sessions of three countries while their registry is broken in every way there is, and what their clients were told. */
import type { FaultRule } from '@countersign/registry-simulator';
import { cpfWithCheckDigits } from '@countersign/core';
import { brIdentity } from '../../../registry-simulator/src/br-cpf/people.ts';
import { coIdentity } from '../../../registry-simulator/src/co-civil/people.ts';
import { mexicanIdentity } from '../../../registry-simulator/src/mx-ine/mexican-people.ts';
import type { FaultCase } from '../../../registry-simulator/test/simulator-fault-cases.ts';
import type { WayName } from '../../../registry-simulator/test/simulator-countries.ts';
import { showSession } from '../../../service/src/usecases/operator/show-session.ts';
import type { ApiClient, DecisionAnswer, WebhookReceiver } from '../../src/index.ts';
import { greySelfie } from './grey-selfie.ts';
import type { FarEnd } from './registry-far-end.ts';
import { brazilian, colombian, mexican, type Verification } from './registry-sessions.ts';

/** One registry of one country, by the way it is asked. */
export interface Column {
  title: string;
  /** Whose rows of the connectors' table hold. */
  way: WayName;
  /** Route that is broken. */
  route: string;
  country: 'br' | 'mx' | 'co';
  verification(number: string): Verification;
}

const card = (number: string) => colombian(number);
const minorsCard = (number: string) => colombian(number, { idCardType: 'TI' });

/** The registries' own formats. */
export const ownColumns: readonly Column[] = [
  { title: 'Brazil', way: 'Datavalid', route: 'br.validate', country: 'br', verification: brazilian },
  {
    title: 'Brazil, status lookup',
    way: 'Consulta CPF',
    route: 'br.status',
    country: 'br',
    verification: brazilian,
  },
  {
    title: 'Mexico',
    way: 'INE',
    route: 'mx.ine',
    country: 'mx',
    verification: (number) => mexican(number),
  },
  { title: 'Colombia', way: 'ANI flat', route: 'co.ani', country: 'co', verification: card },
  { title: 'Colombia, nested', way: 'ANI nested', route: 'co.ani', country: 'co', verification: minorsCard },
];

/** The same, with INE's signatures verified. */
export const guardedColumns: readonly Column[] = ownColumns.map((column) =>
  column.way === 'INE' ? { ...column, way: 'INE with signatures' } : column,
);

/** The generic connector in front of the same people. */
export const genericColumns: readonly Column[] = [
  { title: 'Brazil', way: 'generic br', route: 'generic.br', country: 'br', verification: brazilian },
  {
    title: 'Mexico',
    way: 'generic mx',
    route: 'generic.mx',
    country: 'mx',
    verification: (number) => mexican(number),
  },
  { title: 'Colombia', way: 'generic co', route: 'generic.co', country: 'co', verification: card },
];

/** A number of nobody else: outside the tables and the population. */
const numberOf: Readonly<Record<Column['country'], (index: number) => string>> = {
  br: (index) => cpfWithCheckDigits(String(900_200_000 + index)),
  mx: (index) => String(999_700_100 + index),
  co: (index) => String(9_200_000_000 + index),
};

/** Who has every number: all they claim is true. */
const holder = { br: brIdentity, mx: mexicanIdentity, co: coIdentity } as const;

/** Every check on. */
const integrations = {
  br: {
    registry: 'BR_CPF',
    brazil: {
      name_match: 'on',
      date_of_birth_match: 'on',
      gender_match: 'on',
      drivers_license_number_match: 'on',
      drivers_license_category_match: 'on',
      drivers_license_is_valid: 'on',
      drivers_license_first_issue_match: 'on',
      drivers_license_valid_from_match: 'on',
      drivers_license_valid_until_match: 'on',
    },
  },
  mx: {
    registry: 'MX_INE',
    mexico: {
      first_name_match: true,
      father_last_name_match: true,
      mother_last_name_match: true,
      personal_number_match: true,
      registration_year_match: true,
      issue_year_match: true,
    },
  },
  co: { registry: 'CO' },
} as const;

/** What a client was told of one session, and what the operator can see of it. */
export interface Told {
  /** Row of the decision table. */
  row: string | null;
  /** `unavailable timeout`, `rejected selfie`, `answered` */
  classified: string;
  /** `declined 901`, `approved` */
  decision: string;
  reason: string | null;
  /** Of the error object; `null` without one. */
  error: string | null;
  /** `null`, or that of an arrival. */
  timestamp: 'null' | 'of the answer' | 'none';
  /** Decision webhooks received whose bytes are those of GET decision. */
  webhooks: number;
}

/** One session to be: a fault in one column. */
export interface Strike<Case extends FaultCase = FaultCase> {
  fault: Case;
  column: Column;
  number: string;
}

/** Every case in every column that it is for; each strike has a number of its own. */
export function strikesOf<Case extends FaultCase>(
  cases: readonly Case[],
  columns: readonly Column[],
): Strike<Case>[] {
  const pairs = cases.flatMap((fault) =>
    columns.filter(({ way }) => fault.at.includes(way)).map((column) => ({ fault, column })),
  );
  return pairs.map((pair, index) => ({ ...pair, number: numberOf[pair.column.country](index) }));
}

/** Faults of a port. */
const isListener = (fault: string) => fault === 'net.refuse' || fault === 'net.tls_untrusted';

/**
 * Strikes that may fall at the same time, as one word: ports close for everybody, and what befalls a token befalls all calls of
 * its connector. Brazil's two routes share theirs.
 */
function phaseOf({ fault: { fault }, column }: Strike): string {
  if (isListener(fault)) return fault;
  const isToken = fault.startsWith('auth.') && fault !== 'auth.always_401';
  return isToken ? `${fault} ${column.route === 'br.status' ? 'of the lookup' : ''}` : 'aimed';
}

function rulesOf({ fault: { fault, params, route }, column, number }: Strike): FaultRule[] {
  const rule = { id: `${fault} ${number}`, fault, ...(params && { params }) };
  if (isListener(fault)) return [{ ...rule, route: '*' }];
  const aimed = { route: column.route, match: { number } };
  if (route === undefined) return [{ ...rule, ...aimed }];
  // The token in use is still good: only one that is refused is asked for anew.
  return [
    { ...rule, route },
    { id: `expired ${number}`, ...aimed, fault: 'auth.expired_once' },
  ];
}

type Decision = NonNullable<DecisionAnswer['verification']>;
interface ErrorForm {
  error?: { message: string } | string[] | null;
  timestamp?: string | null;
}

/** The object of the one registry that was asked. */
function shown({ registryValidations, additionalVerifiedData }: Decision): ErrorForm {
  const members = { ...(registryValidations as object), ...(additionalVerifiedData as object) };
  const [object] = Object.values(members) as ErrorForm[];
  if (object === undefined) throw new Error('the decision shows no registry');
  return object;
}

function errorOf({ error }: ErrorForm): string | null {
  if (!error) return null;
  return Array.isArray(error) ? error.join() : error.message;
}

function timestampOf({ timestamp }: ErrorForm): Told['timestamp'] {
  if (timestamp === undefined) return 'none';
  return timestamp === null ? 'null' : 'of the answer';
}

interface KnownResult {
  kind: string;
  cause?: string;
  input?: string;
}
const classified = (result: KnownResult | null): string =>
  result === null ? 'not asked' : [result.kind, result.cause ?? result.input ?? ''].join(' ').trim();

/** A service with an integration for each country, under fire. */
export interface Range {
  /** Breaks the registries, one phase after the other, and waits until every client was told. */
  strike(strikes: readonly Strike[]): Promise<Map<Strike, Told>>;
}

/** Decision webhooks by the session they are about. */
function listen(receiver: WebhookReceiver) {
  const bodies = new Map<string, Buffer[]>();
  const waiting = new Map<string, () => void>();
  receiver.behave(({ path, body }) => {
    if (path === '/decision') {
      const { id } = (JSON.parse(body.toString()) as DecisionAnswer).verification ?? { id: '' };
      bodies.set(id, [...(bodies.get(id) ?? []), body]);
      waiting.get(id)?.();
    }
    return { status: 200 };
  });
  return {
    /** @throws {Error} none came within two minutes */
    first: (sessionId: string) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('a session was lost')), 120_000);
        waiting.set(sessionId, () => {
          clearTimeout(late);
          resolve();
        });
      }),
    about: (sessionId: string): readonly Buffer[] => bodies.get(sessionId) ?? [],
  };
}

/** Opens a range on a running far end. */
export async function openRange({ service, simulator }: FarEnd): Promise<Range> {
  const integrate = (country: Column['country']) =>
    service.integrate({ mode: 'live', settings: { identityVerification: false, ...integrations[country] } });
  const byCountry = { br: await integrate('br'), mx: await integrate('mx'), co: await integrate('co') };
  const { ctx, receiver } = service;

  const webhooks = listen(receiver);

  const decided = async (client: ApiClient, { column, number }: Strike): Promise<string> => {
    const sessionId = await client.createSession(column.verification(number));
    if (column.country !== 'co') await client.uploadMedia(sessionId, { context: 'face', bytes: greySelfie });
    const heard = webhooks.first(sessionId);
    await client.submit(sessionId);
    await heard;
    return sessionId;
  };

  const one = async (strike: Strike): Promise<Told> => {
    const { client, integrationId } = byCountry[strike.column.country];
    const sessionId = await decided(client, strike);
    const { body, bytes } = await client.decision(sessionId);
    if (body.verification === null) throw new Error('a webhook came without a decision');
    const seen = await showSession(ctx)({ integrationId, sessionId });
    if (seen.outcome !== 'shown') throw new Error('the operator cannot see the session');
    const [check] = seen.session.registries;
    const { status, reasonCode, reason } = body.verification;
    const object = shown(body.verification);
    return {
      row: check?.row ?? null,
      classified: classified(check?.result ?? null),
      decision: reasonCode === null ? status : `${status} ${reasonCode}`,
      reason,
      error: errorOf(object),
      timestamp: timestampOf(object),
      webhooks: webhooks.about(sessionId).filter((webhook) => webhook.equals(bytes)).length,
    };
  };

  const phase = async (strikes: readonly Strike[], told: Map<Strike, Told>): Promise<void> => {
    await simulator.control.setFaults(strikes.flatMap(rulesOf));
    const left = [...strikes];
    const client = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) told.set(next, await one(next));
    };
    await Promise.all(Array.from({ length: 24 }, client));
    await simulator.control.setFaults([]);
  };

  return {
    async strike(strikes) {
      for (const { column, number } of strikes)
        simulator.control.putPerson(column.country, number, { ...holder[column.country] });
      const told = new Map<Strike, Told>();
      for (const name of new Set(strikes.map(phaseOf))) {
        const together = strikes.filter((strike) => phaseOf(strike) === name);
        await phase(together, told);
      }
      return told;
    },
  };
}
