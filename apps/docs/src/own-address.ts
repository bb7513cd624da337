/** Default address of an installation, which the documents use. */
const usual = 'http://127.0.0.1:8080';

/** Replaces the default address in a command or link with that of the page. */
export const atThisAddress = (text: string, origin: string): string =>
  text.replaceAll(/http:\/\/127\.0\.0\.1:8080(?!\d)/g, () => origin);

/**
 * Puts the port in use into commands and links, for readers on the machine itself or through a forwarded port of it. Elsewhere
 * nothing changes: the default address is that of the machine on which the reader will run the commands.
 */
export function nameOwnAddress({ origin, hostname }: Location): void {
  if (origin === usual || !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`main a[href^="${usual}"]`)) {
    link.href = atThisAddress(link.href, origin);
    link.textContent = atThisAddress(link.textContent, origin);
  }
  for (const code of document.querySelectorAll('main .code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null)
      texts.currentNode.nodeValue = atThisAddress(texts.currentNode.nodeValue ?? '', origin);
  }
}
