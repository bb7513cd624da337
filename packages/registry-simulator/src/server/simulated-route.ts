/** The interface of a simulated registry: its routes, its scenarios, and its people by number. */
import type { RegistryImage } from '@countersign/core';

/** A person's record in a simulated registry; each registry has its own fields. */
export type SimulatedPerson = Readonly<Record<string, unknown>>;

/** A row of the scenario tables: the person with a number, and the registry's behaviour when called. */
export interface Scenario {
  /** `br.face_at`; patterns of the sandbox are `br.sandbox.…`. */
  id: string;
  /** `null` for a pattern, and for calls without a number. */
  number: string | null;
  /** `null`: the person is not in the registry. */
  person: SimulatedPerson | null;
  /** Differences from a plain response; each registry reads its own members. */
  twist: Readonly<Record<string, unknown>>;
  /** The outcome in the table, for GET /__sim/scenarios and for tests: `approved`, `declined 902`, … */
  outcome: string;
}

/** A parsed request; `body` is the JSON or the form, `null` if there is none. */
export interface SimulatedCall {
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
  /** The request came in under `/sandbox/…`. */
  sandbox: boolean;
  /** The simulator's time. */
  now: Date;
  /** Simulated latency of this call in milliseconds. */
  latencyMs: number;
  /** Consent and bearer tokens by kind; shared by all routes. */
  tokens: SimulatedTokens;
  /** People of this route's registry, by number, from the control API or the population; without people of scenarios. */
  people: ReadonlyMap<string, SimulatedPerson>;
  /** Similarity 0–100 to the portrait on file, by the real face comparison; `null` when none is configured. */
  compareFaces(number: string, selfie: RegistryImage): Promise<number | null>;
}

export interface SimulatedTokens {
  issue(kind: 'bearer' | 'consent', facts?: Readonly<Record<string, unknown>>): string;
  /** The data with which a token was issued; `null` when it is unknown, expired or used up. */
  look(kind: 'bearer' | 'consent', token: string): Readonly<Record<string, unknown>> | null;
  use(kind: 'consent', token: string): void;
}

/** A reply, before faults are applied. */
export interface SimulatedReply {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; text and bytes are sent unchanged. */
  body: unknown;
  /** Delay in milliseconds, in addition to the latency. */
  delayMs?: number;
  /** The response headers are never sent. */
  silent?: boolean;
}

export interface SimulatedRoute {
  /** `br.validate`. @see spec/registries.md 15.1 */
  name: string;
  method: 'GET' | 'POST';
  /** `/consulta-cpf-df/v2/cpf/{cpf}` */
  path: string;
  /** Requires a valid bearer token from `br.token`. */
  bearer: boolean;
  /** The registry whose table and people are used; `null` for routes that are not about a person. */
  registry: 'br' | 'mx' | 'mx-curp' | 'mx-voter-list' | 'co' | 'us' | null;
  /** The number in the request; `null` if there is none. */
  numberOf(call: SimulatedCall): string | null;
  answer(call: SimulatedCall, scenario: Scenario): SimulatedReply | Promise<SimulatedReply>;
  /** Fault targets of this route that differ from the registry's `faults`. */
  faults?: Partial<FaultTargets>;
}

/** The registry's implementation of `POST /generic/<registry>/check`. @see spec/registries.md 8.7 */
export interface SimulatedDomain {
  /** The number in a question of the generic route. */
  numberOf(question: Readonly<Record<string, unknown>>, call: SimulatedCall): string | null;
  /**
   * 200 with a `RegistryResult` as body, which the server puts into the generic envelope; or the registry's behaviour in place of
   * an answer: another status, or no response at all.
   */
  answer(
    question: Readonly<Record<string, unknown>>,
    scenario: Scenario,
    call: SimulatedCall,
  ): SimulatedReply | Promise<SimulatedReply>;
}

/** Members of a response that a fault can change; paths are dotted (`datosCedulas.datos.0.nuip`), `null`: there is none. */
export interface FaultTargets {
  /** A boolean that `body.bool_as_string` turns into text. */
  boolean: string | null;
  /** A similarity, for `body.similarity_percent` and `body.similarity_comma`. */
  similarity: string | null;
  /** The block with the required key, which `body.missing_block` drops. */
  block: string | null;
  /** A key with a closed vocabulary, for `body.unknown_enum`. */
  vocabulary: string | null;
  /** The key that identifies the person of the request, for `body.wrong_person`. */
  person: string | null;
  /** The response of `business.error`. */
  businessError: SimulatedReply | null;
}

/** The definition of a simulated registry. */
export interface SimulatedRegistry {
  registry: Exclude<SimulatedRoute['registry'], null>;
  routes: readonly SimulatedRoute[];
  scenarios: readonly Scenario[];
  /** Section 16: the meaning of a number under `/sandbox`; `null` if no pattern matches. */
  pattern(number: string): Scenario | null;
  /** A person added by control or from the population, as a scenario without a twist. */
  plain(number: string, person: SimulatedPerson): Scenario;
  faults: FaultTargets;
  /** Absent: the generic route of this registry is not served. */
  domain?: SimulatedDomain;
  /** Why the control API must reject a person; `null`: it is valid. Absent: any object is accepted. */
  objection?(person: SimulatedPerson): string | null;
}
