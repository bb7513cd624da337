import type { FlowEvent } from '@countersign/contract';

/** The edge at which the focus enters or leaves the page. */
export type Edge = 'start' | 'end';

/** Faults that are reported to the host page. */
export type FaultCode = 'CAMERA_BLOCKED_BY_POLICY' | 'SESSION_UNAVAILABLE' | 'FLOW_CRASHED';

/** How the page is embedded. `page`: as a whole tab or in an ordinary frame. */
export type Layout = 'page' | 'modal' | 'embedded';

/** The host page's response to the handshake. */
export interface HostFacts {
  layout: Layout;
  /** The host reloads itself on request. */
  reloadHandled: boolean;
}

/** Requests that a host page can make. */
export interface HostWishes {
  /** The host wants to close the frame: shows the leave dialog. */
  onClose(): void;
  onFocus(edge: Edge): void;
}

/** Messages to a host page. A dialect skips whatever it has no message for. */
export interface Dialect {
  name: 'structured' | 'legacy';
  event(name: FlowEvent): void;
  step(step: { screen: string; index: number; total: number }): void;
  fault(fault: { code: FaultCode; fatal: boolean; reference: string | null }): void;
  focusExit(edge: Edge): void;
  stay(): void;
  /** Reloads the host page at once; `null` if the dialect cannot. */
  forceReload: (() => void) | null;
}
