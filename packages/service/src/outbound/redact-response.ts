/**
 * Makes a receiver's response safe to log: removes control characters, and any signatures it echoed.
 * @param headers the request's headers as sent
 * @returns `null` for an empty response
 */
export function redactResponse(text: string | null, headers: Record<string, string>): string | null {
  // eslint-disable-next-line no-control-regex -- removing them is the purpose
  let redacted = (text ?? '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .trim();
  for (const secret of signaturesOf(headers)) redacted = redacted.replaceAll(secret, '[signature]');
  return redacted === '' ? null : redacted;
}

function signaturesOf(headers: Record<string, string>): string[] {
  const standard = (headers['webhook-signature'] ?? '').split(' ');
  const digests = standard.map((entry) => entry.replace(/^v1,/, ''));
  return [headers['x-hmac-signature'] ?? '', ...digests].filter(Boolean);
}
