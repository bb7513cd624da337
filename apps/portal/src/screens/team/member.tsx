import type { PortalTeam } from '@countersign/contract';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

/** A member of the organisation. */
export type Member = PortalTeam['members'][number];

/** Names of the integrations that a member's role covers. */
export function Reach({ integrations }: { integrations: readonly string[] | null }) {
  const { words } = useSpeech();
  const { integrations: known } = useMe();
  if (integrations === null) return words.team.allGrants;
  return integrations.map((id) => known.find((each) => each.id === id)?.name ?? id.slice(0, 8)).join(', ');
}
