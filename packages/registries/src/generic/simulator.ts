import type {
  FaultTargets,
  Scenario,
  SimulatedCall,
  SimulatedDomain,
  SimulatedRegistry,
  SimulatedReply,
  SimulatedRoute,
} from '../simulator/simulated-route.ts';

const schema = 'countersign.registry/1';

type Question = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Question =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The question of an envelope meant for this registry; `null` for anything else. */
function questionOf(body: unknown, registry: string): Question | null {
  if (!isObject(body) || body['schema'] !== schema || body['registry'] !== registry) return null;
  return isObject(body['question']) ? body['question'] : null;
}

/** A boolean and a similarity of each answer; Colombia's has neither. */
const ownTargets: Record<SimulatedRegistry['registry'], Pick<FaultTargets, 'boolean' | 'similarity'>> = {
  br: { boolean: 'result.answer.licenceFound', similarity: 'result.answer.face.similarity' },
  mx: { boolean: 'result.answer.compared.curp', similarity: 'result.answer.face.similarity' },
  'mx-curp': { boolean: null, similarity: null },
  'mx-voter-list': { boolean: null, similarity: null },
  co: { boolean: null, similarity: null },
  us: { boolean: null, similarity: null },
};

/** The envelope names nobody, so no answer can be about another person. */
const targetsOf = (registry: SimulatedRegistry['registry']): FaultTargets => ({
  ...ownTargets[registry],
  block: 'result.answer',
  vocabulary: 'result.kind',
  person: null,
  businessError: { status: 200, body: { schema, result: { kind: 'unavailable', cause: 'maintenance' } } },
});

async function answer(
  { registry, domain }: { registry: string; domain: SimulatedDomain },
  call: SimulatedCall,
  scenario: Scenario,
): Promise<SimulatedReply> {
  const question = questionOf(call.body, registry);
  if (question === null) return { status: 400, body: { message: 'not a question to this registry' } };
  const reply = await domain.answer(question, scenario, call);
  return reply.status === 200 ? { ...reply, body: { schema, result: reply.body } } : reply;
}

function genericRoute(registry: SimulatedRegistry, domain: SimulatedDomain): SimulatedRoute {
  const name = registry.registry;
  return {
    name: `generic.${name}`,
    method: 'POST',
    path: `/generic/${name}/check`,
    bearer: false,
    registry: name,
    faults: targetsOf(name),
    numberOf(call) {
      const question = questionOf(call.body, name);
      return question === null ? null : domain.numberOf(question, call);
    },
    answer: (call, scenario) => answer({ registry: name, domain }, call, scenario),
  };
}

/** `POST /generic/<registry>/check` for every registry that can answer in terms of the domain. @see spec/registries.md 8.7, 15.1 */
export const genericRoutes = (registries: readonly SimulatedRegistry[]): SimulatedRoute[] =>
  registries.flatMap((registry) =>
    registry.domain === undefined ? [] : [genericRoute(registry, registry.domain)],
  );
