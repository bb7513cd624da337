import { type Request, signedWrite } from '../request.ts';
import { createSession, type Target } from '../target.ts';

export const mebibyte = 1_048_576;

/** The parts of an upload body around its content. */
export const open = '{"image":{"context":"face","content":"';
export const close = '"}}';

/** A correctly signed upload to a fresh session. */
export const uploadTo = async ({ address, owner }: Target, body: Buffer | string): Promise<Request> => {
  const { id } = await createSession(address, owner);
  return signedWrite(owner, { target: `/v1/sessions/${id}/media`, body });
};

/** An upload with a well-formed but wrong signature. */
export const unsignedUpload = (
  { owner, owned }: Target,
  body: Buffer,
  signature = 'a'.repeat(64),
): Request => ({
  method: 'POST',
  target: `/v1/sessions/${owned.sessionId}/media`,
  key: owner.apiKey,
  signature,
  body,
});
