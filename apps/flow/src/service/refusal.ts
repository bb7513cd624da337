import type { FlowErrorBody, FlowErrorCode } from '@countersign/contract';

/** A request that the service rejected, or that got no response; `offline` when the caller stopped waiting. */
export class Refusal extends Error {
  /** `unknown`: a response outside this protocol, for example from a proxy. */
  readonly code: FlowErrorCode | 'unknown';
  /** Reference for support; `null` when the response had none. */
  readonly reference: string | null;

  constructor(code: FlowErrorCode | 'unknown', reference: string | null) {
    super(`flow request: ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.reference = reference;
  }
}

/** Reads the refusal from a response. */
export async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const { error } = (await answer.json()) as FlowErrorBody;
    return new Refusal(error.code, error.reference);
  } catch {
    // Not JSON: something between the page and the service responded.
    return new Refusal('unknown', answer.headers.get('x-request-id'));
  }
}

/** Whether a code or link does not work, or no longer does. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'link-unknown';

/** Refusals that mean only that the page's state is out of date. */
export const isStale = ({ code }: Refusal): boolean =>
  code === 'state-changed' || code === 'not-holder' || code === 'not-found';

/** Refusals because of the person's input. */
export const isPersonal = ({ code }: Refusal): boolean =>
  code === 'request-invalid' || code === 'picture-type' || code === 'too-large' || code === 'film-invalid';
