import type { PortalCapability, PortalMe } from '@countersign/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from './queries.ts';

/** The signed-in person; always defined inside the frame of signed-in pages. */
export function useMe(): PortalMe & { can: (capability: PortalCapability) => boolean } {
  const { data } = useSuspenseQuery(meQuery);
  return { ...data, can: (capability) => data.capabilities.includes(capability) };
}

/** Name and mode of one of the reader's integrations. */
export function useIntegration(id: string | null): PortalMe['integrations'][number] | null {
  const { integrations } = useMe();
  return integrations.find((each) => each.id === id) ?? null;
}
