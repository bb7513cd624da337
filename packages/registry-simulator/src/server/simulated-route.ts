/** The interface of a simulated registry: its routes, its scenarios, and its people by number. */
import type { RegistryImage } from '@countersign/core';

/** A person's record in a simulated registry; each registry has its own fields. */
export type SimulatedPerson = Readonly<Record<string, unknown>>;

/** A row of the scenario tables: the person with a number, and the registry's behaviour when called. */
export interface Scenario {
  /** `br.face_at`; patterns of the sandbox are `br.sandbox.…`. */
  id: string;
  /** `null` for a pattern, and without a number in the call. */
  number: string | null;
  /** `null`: no person in the registry. */
  person: SimulatedPerson | null;
  /** Differences from a plain answer; each registry reads its own members. */
  twist: Readonly<Record<string, unknown>>;
  /** The result that the table promises, for GET /__sim/scenarios and for tests: `approved`, `declined 902`, … */
  outcome: string;
}

/** One request, parsed; `body` is the JSON or the form, `null` without one. */
export interface SimulatedCall {
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
  /** Came in under `/sandbox/…`. */
  sandbox: boolean;
  /** The simulator's clock. */
  now: Date;
  /** Simulated latency of this call in milliseconds. */
  latencyMs: number;
  /** Consent and bearer tokens, by their kind; shared by all routes. */
  tokens: SimulatedTokens;
  /** People of this route's registry, by number, whom the control API added or the population contains; excludes people of scenarios. */
  people: ReadonlyMap<string, SimulatedPerson>;
  /** Similarity 0–100 by the real comparer against the portrait on file; `null` if none is configured. */
  compareFaces(number: string, selfie: RegistryImage): Promise<number | null>;
}

export interface SimulatedTokens {
  issue(kind: 'bearer' | 'consent', facts?: Readonly<Record<string, unknown>>): string;
  /** What a token was issued with; `null` if it is unknown, expired or used up. */
  look(kind: 'bearer' | 'consent', token: string): Readonly<Record<string, unknown>> | null;
  use(kind: 'consent', token: string): void;
}

/** The reply before faults are applied to it. */
export interface SimulatedReply {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON, except text and bytes, which are sent as they are. */
  body: unknown;
  /** Milliseconds to wait beyond the latency. */
  delayMs?: number;
  /** Headers are never sent. */
  silent?: boolean;
}

export interface SimulatedRoute {
  /** `br.validate`. @see spec/registries.md 15.1 */
  name: string;
  method: 'GET' | 'POST';
  /** `/consulta-cpf-df/v2/cpf/{cpf}` */
  path: string;
  /** Needs a live bearer token from `br.token`. */
  bearer: boolean;
  /** The registry whose table and people are used; `null` for routes about no person. */
  registry: 'br' | 'mx' | 'mx-curp' | 'mx-voter-list' | 'co' | 'us' | null;
  /** The number in the request; `null` if there is none. */
  numberOf(call: SimulatedCall): string | null;
  answer(call: SimulatedCall, scenario: Scenario): SimulatedReply | Promise<SimulatedReply>;
  /** Exceptions for this route to the registry's `faults`. */
  faults?: Partial<FaultTargets>;
}

/** The registry's part in `POST /generic/<registry>/check`. @see spec/registries.md 8.7 */
export interface SimulatedDomain {
  /** The number in a query in domain terms. */
  numberOf(question: Readonly<Record<string, unknown>>, call: SimulatedCall): string | null;
  /**
   * 200 with a `RegistryResult` as body, which the server wraps in the generic envelope; or what the registry does instead of answering:
   * another status, or no answer at all.
   */
  answer(
    question: Readonly<Record<string, unknown>>,
    scenario: Scenario,
    call: SimulatedCall,
  ): SimulatedReply | Promise<SimulatedReply>;
}

/** Members of an answer that a fault can change; paths are dotted (`datosCedulas.datos.0.nuip`), `null`: the answer has none. */
export interface FaultTargets {
  /** A boolean of the answer, turned to text by `body.bool_as_string`. */
  boolean: string | null;
  /** A similarity of the answer, for `body.similarity_percent` and `body.similarity_comma`. */
  similarity: string | null;
  /** The block that carries the required key, dropped by `body.missing_block`. */
  block: string | null;
  /** A key with a closed vocabulary, for `body.unknown_enum`. */
  vocabulary: string | null;
  /** The key that names the person of the request, for `body.wrong_person`. */
  person: string | null;
  /** The replacement for the answer in `business.error`. */
  businessError: SimulatedReply | null;
}

/** Everything that makes up one simulated registry. */
export interface SimulatedRegistry {
  registry: Exclude<SimulatedRoute['registry'], null>;
  routes: readonly SimulatedRoute[];
  scenarios: readonly Scenario[];
  /** Section 16: the scenario of a number under `/sandbox`; `null` if no pattern matches. */
  pattern(number: string): Scenario | null;
  /** A person from the control API or the seeded population, as a scenario without a twist. */
  plain(number: string, person: SimulatedPerson): Scenario;
  faults: FaultTargets;
  /** Absent: the generic route of this registry is not served. */
  domain?: SimulatedDomain;
  /** Why the control API must reject a person; `null` if it need not. Absent: any object is accepted. */
  objection?(person: SimulatedPerson): string | null;
}
