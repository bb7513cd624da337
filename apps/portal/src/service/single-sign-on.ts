import type { PortalSsoBegun } from '@countersign/contract';
import { change } from './api.ts';

/** The page that is shown, below `/portal`, to come back to. */
export const presentPage = (): string =>
  `${location.pathname.replace(/^\/portal/, '') || '/'}${location.search}`;

/** Leaves for the provider's page. It resolves when the browser is on its way, so that buttons stay busy. @throws Refusal */
export async function goToProvider(path: string, body: object): Promise<never> {
  const { url } = await change<PortalSsoBegun>('POST', path, body);
  // Back from the provider by the browser's own button, the page would still be busy.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true });
  location.assign(url);
  return new Promise(() => undefined);
}
