import type { FlowEvent } from '@countersign/contract';

/** Edge at which the focus enters or leaves the page. */
export type Edge = 'start' | 'end';

/** Faults that a host page may be informed of. */
export type FaultCode = 'CAMERA_BLOCKED_BY_POLICY' | 'SESSION_UNAVAILABLE' | 'FLOW_CRASHED';

/** How the page lies in what surrounds it. `page`: it is the whole tab, or an ordinary frame. */
export type Layout = 'page' | 'modal' | 'embedded';

/** What a host page answered to the handshake. */
export interface HostFacts {
  layout: Layout;
  /** The host reloads itself when it is requested. */
  reloadHandled: boolean;
}

/** What a host page may request of this page. */
export interface HostWishes {
  /** The host wants to close the frame: the leave dialog. */
  onClose(): void;
  onFocus(edge: Edge): void;
}

/** What is sent to a host page. A dialect without a word for something leaves it out. */
export interface Dialect {
  name: 'structured' | 'legacy';
  event(name: FlowEvent): void;
  step(step: { screen: string; index: number; total: number }): void;
  fault(fault: { code: FaultCode; fatal: boolean; reference: string | null }): void;
  focusExit(edge: Edge): void;
  stay(): void;
  /** Reloads the host page at once; `null` where the dialect cannot. */
  forceReload: (() => void) | null;
}
