import type { PortalSsoBegun } from '@countersign/contract';
import { change } from './api.ts';

/** The current page below `/portal`, to return to. */
export const presentPage = (): string =>
  `${location.pathname.replace(/^\/portal/, '') || '/'}${location.search}`;

/** Navigates to the provider's page. Resolves when the browser is on its way, so that buttons stay busy. @throws Refusal */
export async function goToProvider(path: string, body: object): Promise<never> {
  const { url } = await change<PortalSsoBegun>('POST', path, body);
  // After Back from the provider, the restored page would still be busy.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true });
  location.assign(url);
  return new Promise(() => undefined);
}
