import type { PortalCapability, PortalRole } from '@countersign/contract';

/**
 * One cell of the table of roles. `by-grant`: only people who were granted it; `unless-taken`: all but those it was withdrawn from;
 * `test-only`: on test integrations.
 */
export type RoleCell = 'yes' | 'no' | 'by-grant' | 'unless-taken' | 'test-only';

const columns = ['owner', 'admin', 'developer', 'reviewer', 'viewer', 'auditor'] as const;

/** Capabilities of each role; cells in the order owner, admin, developer, reviewer, viewer, auditor. */
const table: Readonly<
  Record<PortalCapability, readonly [RoleCell, RoleCell, RoleCell, RoleCell, RoleCell, RoleCell]>
> = {
  'see-sessions': ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  reveal: ['by-grant', 'by-grant', 'test-only', 'unless-taken', 'no', 'by-grant'],
  'create-sessions': ['yes', 'yes', 'yes', 'no', 'no', 'no'],
  'drive-sandbox': ['yes', 'yes', 'yes', 'no', 'no', 'no'],
  triage: ['yes', 'yes', 'no', 'yes', 'no', 'no'],
  'decide-reviews': ['yes', 'yes', 'no', 'yes', 'no', 'no'],
  'configure-reviews': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'manage-keys': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'read-webhooks': ['yes', 'yes', 'yes', 'no', 'no', 'yes'],
  'manage-webhooks': ['yes', 'yes', 'yes', 'no', 'no', 'no'],
  'read-requests': ['yes', 'yes', 'yes', 'no', 'no', 'yes'],
  'configure-flow': ['yes', 'yes', 'yes', 'no', 'no', 'no'],
  'define-statuses': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'export-sessions': ['yes', 'yes', 'no', 'by-grant', 'no', 'by-grant'],
  'delete-sessions': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'manage-team': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'manage-organisation': ['yes', 'no', 'no', 'no', 'no', 'no'],
  'read-audit': ['yes', 'yes', 'no', 'no', 'no', 'yes'],
};

/** Looks up the cell of a role and a capability. */
export function roleCell(role: PortalRole, capability: PortalCapability): RoleCell {
  return table[capability][columns.indexOf(role)] ?? 'no';
}

/** A role, and capabilities granted or withdrawn individually (`null`: neither). */
export interface RoleHolder {
  role: PortalRole;
  grants: { reveal: boolean | null; export: boolean | null };
  /** Rule of the organisation: revealing personal data requires a grant in every role. Absent: it does. */
  revealByGrant?: boolean;
}

/** Whether a person may do something on an integration of a mode; `null`: the action concerns no integration, such as the team. */
export function mayDo(
  { role, grants, revealByGrant = false }: RoleHolder,
  capability: PortalCapability,
  mode: 'test' | 'live' | null,
): boolean {
  const granted =
    capability === 'reveal' ? grants.reveal : capability === 'export-sessions' ? grants.export : null;
  if (capability === 'reveal' && revealByGrant && granted !== true) return false;
  switch (roleCell(role, capability)) {
    case 'yes':
      return true;
    case 'by-grant':
      return granted === true;
    case 'unless-taken':
      return granted !== false;
    case 'test-only':
      return mode === 'test';
    default:
      return false;
  }
}

/** Whether people of a role must set up one-time codes. */
export const needsCodes = (role: PortalRole): boolean => role === 'owner' || role === 'admin';

/** Roles a person may give to others: none above their own. */
export function givenRoles(role: PortalRole): readonly PortalRole[] {
  if (role === 'owner') return columns;
  return role === 'admin' ? columns.filter((each) => each !== 'owner') : [];
}
