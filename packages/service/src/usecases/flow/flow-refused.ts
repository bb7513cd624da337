import { type FlowErrorCode, flowErrors } from '@countersign/contract';

/** An error from the flow's own catalogue; the message is for developers and contains no personal data. */
export class FlowRefused extends Error {
  readonly code: FlowErrorCode;
  /** HTTP status from the catalogue. */
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

/** The session is not in the state that the request assumes: the page must read the state again. */
export const stateChanged = (message: string): FlowRefused => new FlowRefused('state-changed', message);
