import { requestName } from './answered-requests.ts';
import { keyNames } from './call-log.ts';
import { unauthorised } from './fault-table.ts';
import { hasStatus, outgoing, type OutgoingReply } from './outgoing-reply.ts';
import type { RequestBody } from './request-body.ts';
import type { Destination } from './routing.ts';
import type {
  FaultTargets,
  Scenario,
  SimulatedCall,
  SimulatedRegistry,
  SimulatedReply,
  SimulatedTokens,
} from './simulated-route.ts';
import type { Simulation } from './simulation.ts';

/** A request to a data route. */
export interface ArrivedCall {
  destination: Destination;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  body: RequestBody;
}

/** For routes that are not about a person. */
const noScenario: Scenario = { id: 'none', number: null, person: null, twist: {}, outcome: '' };

const noTargets: FaultTargets = {
  boolean: null,
  similarity: null,
  block: null,
  vocabulary: null,
  person: null,
  businessError: null,
};

const bearerOf = (headers: ArrivedCall['headers']): string =>
  /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';

/** Rejections that apply to all routes before the person is looked up; `null`: none. */
function refusal({ body, destination, headers }: ArrivedCall, { tokens }: Simulation): SimulatedReply | null {
  if (body.kind === 'too_large') return { status: 413, body: 'Request Entity Too Large' };
  if (destination.route.bearer && !tokens.isLive(bearerOf(headers)))
    return { status: 401, body: unauthorised, headers: { 'www-authenticate': 'Bearer' } };
  return body.kind === 'unreadable' ? { status: 400, body: { message: 'JSON inválido' } } : null;
}

function callOf(arrived: ArrivedCall, simulation: Simulation, tokens: SimulatedTokens): SimulatedCall {
  const { route, params, sandbox } = arrived.destination;
  return {
    params,
    headers: arrived.headers,
    body: arrived.body.kind === 'read' ? arrived.body.value : null,
    sandbox,
    now: new Date(simulation.clock.now()),
    latencyMs: simulation.drawLatency(),
    tokens,
    people: route.registry === null ? new Map() : simulation.directory.people(route.registry),
    compareFaces: simulation.compareFaces,
  };
}

/** The request, its scenario, and the reply before faults. */
interface Answered {
  reply: SimulatedReply;
  number: string | null;
  scenario: Scenario | null;
  request: string | null;
  duplicate: boolean;
}

async function answerBy(
  call: SimulatedCall,
  { destination: { route, sandbox } }: ArrivedCall,
  { registry, simulation }: { registry: SimulatedRegistry | null; simulation: Simulation },
): Promise<Answered> {
  const number = route.numberOf(call);
  const request = requestName(route.name, number, call.body);
  const before = simulation.answered.find(request);
  const found = registry === null ? null : (before ?? simulation.directory.find(registry, number, sandbox));
  const reply = await route.answer(call, found ?? noScenario);
  return { reply, number, scenario: found, request, duplicate: before !== null };
}

/** The reply to the caller, with faults applied, after the call was logged. Rejects with an error thrown by a route. */
export async function answerCall(arrived: ArrivedCall, simulation: Simulation): Promise<OutgoingReply> {
  const { route } = arrived.destination;
  const registry = simulation.registries.find((one) => one.registry === route.registry) ?? null;
  const tokens = simulation.tokens.forCall();
  const call = callOf(arrived, simulation, tokens);
  const refused = refusal(arrived, simulation);
  const answered: Answered =
    refused === null
      ? await answerBy(call, arrived, { registry, simulation })
      : { reply: refused, number: null, scenario: null, request: null, duplicate: false };
  const { reply, fault } = simulation.faults.twist(outgoing(answered.reply, call.latencyMs), {
    route: route.name,
    number: answered.number,
    now: simulation.clock.now(),
    targets: { ...(registry?.faults ?? noTargets), ...route.faults },
    revokeToken: () => simulation.tokens.revoke(bearerOf(arrived.headers)),
  });
  const status = hasStatus(reply) ? reply.status : null;
  // A call rejected for its token or its rate was not served, so the tokens it used remain valid.
  if (status === 401 || status === 429) tokens.giveBack();
  if (status === 200) simulation.answered.keep(answered.request, answered.scenario);
  simulation.log.add({
    route: route.name,
    time: call.now.toISOString(),
    status,
    scenario: answered.scenario?.id ?? null,
    fault,
    keys: [...keyNames(call.body), ...new Set(arrived.query.keys())],
    duplicate: answered.duplicate,
  });
  return reply;
}
