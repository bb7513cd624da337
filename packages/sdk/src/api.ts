/** The events passed to `onEvent`: the progress of the flow, never the decision. Names and values are equal. */
export const MESSAGES = {
  /** The session moved to `started` because the person pressed start. */
  STARTED: 'STARTED',
  /** The service accepted the submission. */
  SUBMITTED: 'SUBMITTED',
  /** The person left the final screen; the frame is already removed. */
  FINISHED: 'FINISHED',
  /** The person left before the end; the frame is already removed. */
  CANCELED: 'CANCELED',
  /** The page must reload to request the camera again; `onReload` has run. */
  RELOAD_REQUEST: 'RELOAD_REQUEST',
} as const;

/** One of the five events. Any script on the page can forge them: never grant access because of one. */
export type FlowEvent = keyof typeof MESSAGES;

/** Mistakes of the caller, thrown by `createFrame` before it creates any element or listener. */
export type ThrownCode =
  | 'URL_MISSING'
  | 'URL_INVALID'
  | 'ROOT_ELEMENT_ID_MISSING'
  | 'ROOT_ELEMENT_NOT_FOUND'
  | 'FRAME_ALREADY_OPEN'
  | 'NO_DOM';

/** Faults while the frame is open, passed to `onError`. A newer flow may send further codes. */
export type ReportedCode =
  | 'HANDSHAKE_TIMEOUT'
  | 'PROTOCOL_UNSUPPORTED'
  | 'CAMERA_BLOCKED_BY_POLICY'
  | 'SESSION_UNAVAILABLE'
  | 'FLOW_CRASHED';

/** Thrown by `createFrame`; the message names the option and the fix. */
export class CountersignError extends Error {
  declare readonly code: ThrownCode;

  constructor(code: ThrownCode, message: string) {
    super(message);
    this.name = 'CountersignError';
    this.code = code;
  }
}

/** The argument of `onError`. */
export interface FlowError {
  code: ReportedCode;
  message: string;
  /** Reference for support, if the flow supplied one. */
  reference?: string;
}

/** The argument of `onStep`, for display only. */
export interface FlowStep {
  screen: string;
  /** Position of the screen among `total`, as counted by the flow. */
  index: number;
  total: number;
}

/** Options of `createFrame`; unknown ones are ignored. */
export interface FrameOptions {
  /** Session URL from session creation: `https:`, or `http:` on localhost. */
  url: string;
  /** Language of the flow; replaces the query parameter `lang` when it is not empty. */
  lang?: string;
  onEvent?: (message: FlowEvent) => void;
  /** Called when the page must reload to request the camera again. */
  onReload?: () => void;
  /** Shows the flow inside an element of the page; on phones it is still a modal. Default false. */
  embedded?: boolean;
  embeddedOptions?: {
    /** Required with `embedded`; the element should have at least 600 × 680 CSS px, 800 × 800 is optimal. */
    rootElementID?: string;
  };
  /** Accessible name of the frame. Default "Identity verification". */
  title?: string;
  /** Default: one console warning per fault. */
  onError?: (error: FlowError) => void;
  onStep?: (step: FlowStep) => void;
}

/** Why a frame was closed; `host`: the page called `close`. */
export type CloseReason = 'finished' | 'canceled' | 'host';

/** An open frame. */
export interface FrameController {
  /**
   * Removes the frame at once, without an event; the session can be resumed. With `confirm`, the flow first requests confirmation.
   * @returns true once the frame is removed, false when the person stays
   */
  close(options?: { confirm?: boolean }): Promise<boolean>;
  /** Resolves when the frame is removed. */
  readonly closed: Promise<CloseReason>;
}

/**
 * Opens the flow in a frame.
 * @throws CountersignError
 */
export type CreateFrame = (options: FrameOptions) => FrameController;
