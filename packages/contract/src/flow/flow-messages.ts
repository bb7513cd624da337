/** One string that the flow page posts to the page framing it. */
export interface FlowMessage {
  /** The posted string. */
  posted: string;
  when: string;
  /** The event passed to `onEvent`; `null`: none. */
  event: FlowEvent | null;
}

/** Events of the browser SDK. @see spec/interface.md, "Events" */
export type FlowEvent = 'STARTED' | 'SUBMITTED' | 'FINISHED' | 'CANCELED' | 'RELOAD_REQUEST';

/**
 * Messages from the flow page to its host page, in the contract's order.
 * @see spec/contract.md A-105
 */
export const flowMessages = [
  { posted: 'VERIFF_HANDSHAKE', when: 'on load inside a frame, until answered', event: null },
  {
    posted: 'VERIFF_STARTED',
    when: 'once, after the session or attempt has become started',
    event: 'STARTED',
  },
  { posted: 'VERIFF_SUBMITTED', when: 'once, after the service accepted the submission', event: 'SUBMITTED' },
  { posted: 'VERIFF_FINISHED', when: 'the end-user leaves the last screen', event: 'FINISHED' },
  { posted: 'VERIFF_CANCELED', when: 'the end-user confirms leaving earlier', event: 'CANCELED' },
  {
    posted: 'VERIFF_RELOAD_REQUEST',
    when: 'the end-user asks for a reload to grant the camera again',
    event: 'RELOAD_REQUEST',
  },
  { posted: 'VERIFF_FORCE_RELOAD', when: 'only after a click of the end-user', event: null },
] as const satisfies readonly FlowMessage[];

/** Times after load, in milliseconds, at which an unanswered handshake is posted again. @see spec/contract.md A-105 */
export const handshakeRepeatMs = [250, 1000, 3000] as const;

/** The host page's answer to the handshake; the last three members may be missing. @see spec/contract.md A-105 */
export interface RenderPayload {
  version: string;
  isReloadHandled: boolean;
  isVeriffIframeMobile?: boolean;
  embeddedConfigured?: boolean;
  embedded?: boolean;
}

/** Name of the host page's answer; the bare string is accepted too. */
export const renderMessageName = 'VERIFF_RENDER';
