/** Handles a form of the reference: signs its request in the browser, sends it to this service and shows the response. */
export async function send(form: HTMLFormElement): Promise<void> {
  const shown = form.querySelector<HTMLElement>('.answer')!;
  const { key, secret } = fieldsOf(document.querySelector<HTMLFormElement>('#keys')!);
  if (!key || !secret) {
    shown.textContent = 'API key and shared secret: must be given at the top of this page.';
    document.querySelector<HTMLInputElement>(`#keys [name=${key ? 'secret' : 'key'}]`)?.focus();
    return;
  }
  shown.textContent = 'Sending …';
  try {
    const startedAt = performance.now();
    const response = await request(form, { key, secret });
    const type = response.headers.get('content-type') ?? '';
    const body = type.startsWith('application/json')
      ? JSON.stringify(await response.json(), null, 2)
      : `${type}, ${(await response.arrayBuffer()).byteLength} bytes`;
    show(shown, { response, body, ms: Math.round(performance.now() - startedAt) });
  } catch (error) {
    shown.textContent = `No answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The values of the form by field name. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
}

async function request(form: HTMLFormElement, access: { key: string; secret: string }): Promise<Response> {
  const { method = 'GET', path = '', signed = 'none', headers = 'public', query = '' } = form.dataset;
  const { body, ...ids } = fieldsOf(form);
  const below = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]?.trim() ?? ''));
  const [id = ''] = Object.values(ids);
  const full = `/v1${below}`;
  const messages: Record<string, string> = {
    body: body ?? '',
    path: full,
    'path-and-body': `${full}\n${body ?? ''}`,
  };
  const prefix = headers === 'feedback' ? 'vrf' : 'x';
  const sent: Record<string, string> = { [`${prefix}-auth-client`]: access.key.trim() };
  if (signed !== 'none')
    sent[`${prefix}-hmac-signature`] = await hmacHex(access.secret, messages[signed] ?? id.trim());
  if (body !== undefined) sent['content-type'] = 'application/json';
  return fetch(full + query, { method, headers: sent, ...(body === undefined ? {} : { body }) });
}

async function hmacHex(secret: string, message: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(message)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function show(
  shown: HTMLElement,
  { response, body, ms }: { response: Response; body: string; ms: number },
): void {
  const status = document.createElement('p');
  status.className = response.ok ? 'status-good' : 'status-bad';
  status.textContent = `${response.status} in ${ms} ms, request ${response.headers.get('x-request-id') ?? 'unknown'}`;
  const block = document.createElement('pre');
  block.tabIndex = 0;
  block.textContent = body;
  shown.replaceChildren(status, block);
}
