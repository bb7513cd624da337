import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type {
  FaultTargets,
  Scenario,
  SimulatedCall,
  SimulatedDomain,
  SimulatedRegistry,
  SimulatedReply,
  SimulatedRoute,
} from '../server/simulated-route.ts';

const schema = 'countersign.registry/1';

type Question = Readonly<Record<string, unknown>>;

/** The envelope of every question. @see spec/registries.md 8.7 */
const Envelope = Type.Object({
  schema: Type.Literal(schema),
  registry: Type.String(),
  correlationId: Type.String({ minLength: 1 }),
  /** A UTC timestamp with milliseconds. */
  deadline: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }),
  question: Type.Record(Type.String(), Type.Unknown()),
});

/** The question in an envelope for this registry; `null` for anything else. */
const questionOf = (body: unknown, registry: string): Question | null =>
  Value.Check(Envelope, body) && body.registry === registry ? body.question : null;

/** A boolean and a similarity in each response; Colombia's has neither. */
const ownTargets: Record<SimulatedRegistry['registry'], Pick<FaultTargets, 'boolean' | 'similarity'>> = {
  br: { boolean: 'result.answer.licenceFound', similarity: 'result.answer.face.similarity' },
  mx: { boolean: 'result.answer.compared.curp', similarity: 'result.answer.face.similarity' },
  'mx-curp': { boolean: null, similarity: null },
  'mx-voter-list': { boolean: null, similarity: null },
  co: { boolean: null, similarity: null },
  us: { boolean: null, similarity: null },
};

/** The envelope does not name a person, so no response can be about another person. */
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

/** `POST /generic/<registry>/check` for every registry that supports the generic route. @see spec/registries.md 8.7, 15.1 */
export const genericRoutes = (registries: readonly SimulatedRegistry[]): SimulatedRoute[] =>
  registries.flatMap((registry) =>
    registry.domain === undefined ? [] : [genericRoute(registry, registry.domain)],
  );
