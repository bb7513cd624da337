import { type FlowErrorCode, flowErrors } from '@countersign/contract';

/** A refusal of the flow's own catalogue; the message is for developers and holds nothing personal. */
export class FlowRefused extends Error {
  readonly code: FlowErrorCode;
  /** HTTP status of the catalogue. */
  readonly http: number;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: FlowErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'FlowRefused';
    this.code = code;
    this.http = flowErrors[code];
    this.headers = headers;
  }
}

/** The session is not where the request assumes it to be: the page reads the state. */
export const stateChanged = (message: string): FlowRefused => new FlowRefused('state-changed', message);
