import type { FlowErrorBody, FlowErrorCode } from '@countersign/contract';

/** A request that the service refused, or that could not be answered; `offline` when the caller gave up waiting. */
export class Refusal extends Error {
  /** `unknown`: an answer that is none of this protocol, for example of a proxy. */
  readonly code: FlowErrorCode | 'unknown';
  /** To be quoted to support; `null` when the answer had none. */
  readonly reference: string | null;

  constructor(code: FlowErrorCode | 'unknown', reference: string | null) {
    super(`flow request: ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.reference = reference;
  }
}

/** Reads the refusal of an answer. */
export async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const { error } = (await answer.json()) as FlowErrorBody;
    return new Refusal(error.code, error.reference);
  } catch {
    // No JSON: something between the page and the service answered.
    return new Refusal('unknown', answer.headers.get('x-request-id'));
  }
}

/** Whether a code or a link leads nowhere (any more). */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'link-unknown';

/** Refusals that mean only: what you assume is no longer so. */
export const isStale = ({ code }: Refusal): boolean =>
  code === 'state-changed' || code === 'not-holder' || code === 'not-found';

/** Refusals for what the person entered. */
export const isPersonal = ({ code }: Refusal): boolean =>
  code === 'request-invalid' || code === 'picture-type' || code === 'too-large' || code === 'film-invalid';
