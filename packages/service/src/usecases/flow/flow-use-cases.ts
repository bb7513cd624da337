import type { ServiceContext } from '../../context.ts';
import { chooseDocument } from './choose-document.ts';
import { claimHandoff, confirmHandoff } from './claim-handoff.ts';
import { drawFlowChallenge } from './draw-challenge.ts';
import { authenticatePage, enterFlow, leaveFlow } from './enter-flow.ts';
import { offerHandoff, withdrawHandoff } from './offer-handoff.ts';
import { acceptFlowPicture, pictureVerdict, previewPicture } from './show-picture.ts';
import { startFlow } from './start-flow.ts';
import { submitFlow } from './submit-flow.ts';
import { takeOver } from './take-over.ts';
import { typeFields } from './type-fields.ts';
import { appendToUpload, openUpload, type OpenPictureReader, showUpload } from './upload-parts.ts';
import { viewFlow, viewLogo } from './view-flow.ts';
import { watchState } from './watch-state.ts';

/**
 * Operations of the end-user flow's pages, over one context.
 * @param openReader reads the header of an uploaded picture
 */
export const flowUseCases = (ctx: ServiceContext, openReader: OpenPictureReader) => ({
  acceptPicture: acceptFlowPicture(ctx),
  appendToUpload: appendToUpload(ctx, openReader),
  authenticatePage: authenticatePage(ctx),
  chooseDocument: chooseDocument(ctx),
  claimHandoff: claimHandoff(ctx),
  confirmHandoff: confirmHandoff(ctx),
  drawChallenge: drawFlowChallenge(ctx),
  enter: enterFlow(ctx),
  leave: leaveFlow(ctx),
  offerHandoff: offerHandoff(ctx),
  openUpload: openUpload(ctx, openReader),
  pictureVerdict: pictureVerdict(ctx),
  previewPicture: previewPicture(ctx),
  showUpload: showUpload(ctx, openReader),
  start: startFlow(ctx),
  state: watchState(ctx),
  submit: submitFlow(ctx),
  takeOver: takeOver(ctx),
  typeFields: typeFields(ctx),
  viewFlow: viewFlow(ctx),
  viewLogo: viewLogo(ctx),
  withdrawHandoff: withdrawHandoff(ctx),
});

export type FlowUseCases = ReturnType<typeof flowUseCases>;
