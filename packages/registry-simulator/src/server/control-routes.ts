import { timingSafeEqual, createHash } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { checked, type FaultRule, SimulatorInputError } from './fault-rules.ts';
import type { RequestBody } from './request-body.ts';
import type { SimulatedPerson } from './simulated-route.ts';
import type { SimulatorControl } from './simulator-control.ts';

/** A request below `/__sim`; the path without that prefix. */
export interface ControlRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: RequestBody;
  authorization: string | undefined;
}

/** A response of the control interface, as JSON. */
export interface ControlReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

interface ControlRoute {
  method: string;
  path: RegExp;
  /** Names of the query parameters it accepts. */
  query?: readonly string[];
  /** `null`: the route takes no body. */
  body: TSchema | null;
  answer(control: SimulatorControl, request: Parsed): unknown;
}

interface Parsed {
  /** Values of the path parameters. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
  body: unknown;
}

const strict = <const P extends Record<string, TSchema>>(members: P) =>
  Type.Object(members, { additionalProperties: false });
const name = Type.String({ minLength: 1 });

/** A response other than 200 that is not caused by a mistake of the caller. */
class OtherStatus {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

const instant = (text: string, what: string): number => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new SimulatorInputError(`${what}: not an instant of ISO 8601`);
  return time;
};

const done = { status: 'ok' };

/** @see spec/registries.md 15.6 */
const controlRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: /^\/health$/, body: null, answer: (control) => control.health() },
  {
    method: 'GET',
    path: /^\/calls$/,
    query: ['route', 'since'],
    body: null,
    answer(control, { query }) {
      if (query['since'] !== undefined) instant(query['since'], 'since');
      return { calls: control.calls(query) };
    },
  },
  { method: 'GET', path: /^\/counters$/, body: null, answer: (control) => ({ routes: control.counters() }) },
  {
    method: 'POST',
    path: /^\/assert$/,
    body: strict({ route: name, calls: Type.Integer({ minimum: 0 }) }),
    answer(control, { body }) {
      const { route, calls } = body as { route: string; calls: number };
      const actual = control.count(route);
      return actual === calls ? { route, calls } : new OtherStatus(409, { route, calls: actual });
    },
  },
  {
    method: 'PUT',
    path: /^\/faults$/,
    body: strict({ rules: Type.Array(Type.Unknown()) }),
    async answer(control, { body }) {
      // `setFaults` checks each rule itself.
      const { rules } = body as { rules: FaultRule[] };
      if (!control.hasSecondListener() && rules.some((rule) => rule?.fault === 'net.refuse'))
        throw new SimulatorInputError(
          'rules: net.refuse closes the way to this interface too, and needs the TLS listener to be taken back by',
        );
      await control.setFaults(rules);
      return { rules: control.faults() };
    },
  },
  { method: 'GET', path: /^\/faults$/, body: null, answer: (control) => ({ rules: control.faults() }) },
  {
    method: 'DELETE',
    path: /^\/faults$/,
    body: null,
    answer: (control) => control.setFaults([]).then(() => done),
  },
  {
    method: 'POST',
    path: /^\/override$/,
    body: strict({
      registry: name,
      number: Type.Optional(name),
      times: Type.Integer({ minimum: 1 }),
      scenario: name,
    }),
    answer(control, { body }) {
      control.override(body as Parameters<SimulatorControl['override']>[0]);
      return done;
    },
  },
  {
    method: 'PUT',
    path: /^\/clock$/,
    body: Type.Union([strict({ now: name }), strict({ offsetMs: Type.Integer() })]),
    answer(control, { body }) {
      const clock = body as { now: string } | { offsetMs: number };
      if ('now' in clock) control.setClock(instant(clock.now, 'now'));
      else control.shiftClock(clock.offsetMs);
      return control.health();
    },
  },
  {
    method: 'DELETE',
    path: /^\/clock$/,
    body: null,
    answer(control) {
      control.shiftClock(0);
      return control.health();
    },
  },
  {
    method: 'PUT',
    path: /^\/people\/([^/]+)\/([^/]+)$/,
    body: Type.Record(Type.String(), Type.Unknown()),
    answer(control, { path: [registry = '', number = ''], body }) {
      control.putPerson(registry, number, body as SimulatedPerson);
      return done;
    },
  },
  {
    method: 'DELETE',
    path: /^\/people\/([^/]+)\/([^/]+)$/,
    body: null,
    answer: (control, { path: [registry = '', number = ''] }) =>
      control.removePerson(registry, number)
        ? done
        : new OtherStatus(404, { message: 'control has added no person under this number' }),
  },
  {
    method: 'GET',
    path: /^\/scenarios$/,
    body: null,
    answer: (control) => ({ scenarios: control.scenarios() }),
  },
  { method: 'POST', path: /^\/reset$/, body: null, answer: (control) => control.reset().then(() => done) },
];

const reply = (status: number, body: unknown): ControlReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const holds = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

/** @throws SimulatorInputError */
function parsed(route: ControlRoute, request: ControlRequest): Parsed {
  const path = (route.path.exec(request.path) ?? []).slice(1).map((part) => decodeURIComponent(part));
  const query = Object.fromEntries(request.query);
  const stranger = [...request.query.keys()].find((key) => !(route.query ?? []).includes(key));
  if (stranger !== undefined) throw new SimulatorInputError('query: unknown parameter');
  if (request.body.kind !== 'read') throw new SimulatorInputError('body: not JSON, or too large');
  const { value } = request.body;
  if (route.body === null) {
    if (value !== null) throw new SimulatorInputError('body: this route takes none');
    return { path, query, body: null };
  }
  return { path, query, body: checked(route.body, value, 'body') };
}

/** Handles a control request; without a configured token every route is 404. */
export async function answerControl(
  request: ControlRequest,
  control: SimulatorControl,
  token: string | null,
): Promise<ControlReply> {
  if (token === null) return reply(404, { message: 'not found' });
  if (!holds(request.authorization, token))
    return reply(401, { message: 'the bearer token is not the one of this simulator' });
  const here = controlRoutes.filter(({ path }) => path.test(request.path));
  const route = here.find(({ method }) => method === request.method);
  if (route === undefined)
    return here.length === 0
      ? reply(404, { message: 'not found' })
      : reply(405, { message: 'not a method of this route' });
  try {
    const answer = await route.answer(control, parsed(route, request));
    return answer instanceof OtherStatus ? reply(answer.status, answer.body) : reply(200, answer);
  } catch (error) {
    if (error instanceof SimulatorInputError) return reply(400, { message: error.message });
    if (error instanceof URIError) return reply(400, { message: 'path: not percent-encoded text' });
    throw error;
  }
}
