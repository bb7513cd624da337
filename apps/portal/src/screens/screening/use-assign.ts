import type { PortalAssigneeChange } from '@countersign/contract';
import { change } from '../../service/api.ts';
import { type Change, useChange } from '../../service/use-change.ts';

/** Assigns the screening of a session; `null` releases it. */
export interface Assigning extends PortalAssigneeChange {
  sessionId: string;
}

/** Takes a screening, releases it, or assigns it to another person. */
export const useAssign = (): Change<Assigning, null> =>
  useChange({
    act: ({ sessionId, ...wanted }) => change('PUT', `sessions/${sessionId}/screening/assignee`, wanted),
    touches: ['sessions', 'screening'],
  });
