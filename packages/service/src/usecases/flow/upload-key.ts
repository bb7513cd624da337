import type { FlowUploadRow, UploadKey } from '../../storage/flow/flow-uploads.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowRefused } from './flow-refused.ts';

/** A part is sealed for this upload and this offset. */
export const partLabel = (uploadId: string, at: number): string => `flow-part:${uploadId}:${at}`;

/** An upload of the page's session; uploads of other sessions are not found. */
export const uploadKeyOf = ({ caller, sessionId }: FlowPage, uploadId: string): UploadKey => ({
  integrationId: caller.integrationId,
  sessionId,
  uploadId,
});

/** @throws FlowRefused not-found */
export function requireUpload(upload: FlowUploadRow | null): FlowUploadRow {
  if (upload === null) throw new FlowRefused('not-found', 'the upload must be one of this session');
  return upload;
}
