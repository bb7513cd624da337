/** Shows on the front page whether the service accepts requests, and its version. */
export async function showState(): Promise<void> {
  const shown = document.getElementById('state');
  if (shown === null) return;
  const { state, text } = await readState();
  shown.dataset['state'] = state;
  shown.textContent = text;
}

async function readState(): Promise<{ state: string; text: string }> {
  try {
    const response = await fetch('/readyz');
    const [, version] = (await response.text()).trim().split(' ');
    return response.ok
      ? { state: 'ready', text: `Ready${version ? `, version ${version}` : ''}` }
      : { state: 'not-ready', text: 'Not ready: see the log of the service' };
  } catch {
    return { state: 'not-ready', text: 'The service does not answer' };
  }
}
