/** Where an installation serves that nobody gave another port: what the documents name. */
const usual = 'http://127.0.0.1:8080';

/** A command or a link that works where the page was read: the usual address gives way to that of the page. */
export const atThisAddress = (text: string, origin: string): string =>
  text.replaceAll(/http:\/\/127\.0\.0\.1:8080(?!\d)/g, () => origin);

/**
 * Names the port in force in commands and links, for whoever reads on the machine itself or through a port of it that is forwarded.
 * Elsewhere they stay: the usual address is that of the machine, which the reader's commands are to be run on.
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
