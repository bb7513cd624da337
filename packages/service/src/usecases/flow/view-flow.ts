import type { ServiceContext } from '../../context.ts';
import { findLink } from './enter-flow.ts';

/** What the page behind a session link may show before it has entered: nothing of the session. */
export interface FlowShell {
  /** Display name of the integration. */
  name: string;
  /** Origins that may frame the page; `*`: any. */
  origins: '*' | readonly string[];
}

/** The shell of a session link; `null` for one that leads nowhere. It changes nothing. @see spec/contract.md A-180 */
export const viewFlow =
  (ctx: ServiceContext) =>
  async (token: string): Promise<FlowShell | null> => {
    const link = await findLink(ctx, token);
    return link && { name: link.integration.name, origins: link.integration.settings.origins };
  };
