import { CountersignError, type CreateFrame, type FrameController } from './api.ts';
import { openFrame } from './frame.ts';
import { readOptions } from './options.ts';

export { CountersignError, MESSAGES } from './api.ts';
export type {
  CloseReason,
  CreateFrame,
  FlowError,
  FlowEvent,
  FlowStep,
  FrameController,
  FrameOptions,
  ReportedCode,
  ThrownCode,
} from './api.ts';

let open: { session: string; controller: FrameController; frame: HTMLIFrameElement } | null = null;

/**
 * Opens the flow in a frame: a modal, or inside an element of the page. Only one frame can be open at a time.
 * @throws CountersignError
 */
export const createFrame: CreateFrame = (options) => {
  const target = readOptions(options);
  // A route change may have removed it from the page.
  if (open && !open.frame.isConnected) void open.controller.close();
  if (open) {
    if (open.session !== target.session)
      throw new CountersignError('FRAME_ALREADY_OPEN', 'url: must be the open one; close it first');
    console.warn('url: already open');
    return open.controller;
  }
  const [controller, frame] = openFrame(target, options, () => {
    open = null;
  });
  open = { session: target.session, controller, frame };
  return controller;
};
