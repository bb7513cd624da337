const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 in lower-case hexadecimal. `crypto.subtle` is available wherever the camera is: on https and localhost. */
export async function sha256Hex(content: Blob): Promise<string> {
  const bytes = await new Response(content).arrayBuffer();
  if (crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const { sha256 } = await import('./plain-sha256.ts');
  return hex(sha256(new Uint8Array(bytes)));
}
