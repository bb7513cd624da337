// Types of the output of verbs on organisations.

/** An entry of `portal organisations`. */
export interface PrintedOrganisation {
  id: string;
  name: string;
  isDefault: boolean;
  people: number;
  integrations: number;
  suspendedAt: string | null;
  createdAt: string;
}

/** Output of `portal show`. */
export interface ShownOrganisation {
  id: string;
  name: string;
  isDefault: boolean;
  contact: string;
  suspendedAt: string | null;
  createdAt: string;
  integrations: {
    integrationId: string;
    name: string;
    mode: 'test' | 'live';
    active: boolean;
    requestsPerSecond: number | null;
  }[];
  people: {
    email: string;
    name: string;
    role: string;
    secondStep: boolean;
    createdAt: string;
    seenAt: string | null;
  }[];
  invitations: { email: string; role: string; invitedBy: string; expiresAt: string }[];
  /** At most one per mode. */
  sessionLimits: SessionLimit[];
}

/** How many sessions integrations of a mode may create and have created; `null`: no limit. */
export interface SessionLimit {
  mode: 'test' | 'live';
  perDay: number | null;
  perMonth: number | null;
  warningPercent: number;
  usedToday: number;
  usedThisMonth: number;
}

/** An entry of `portal history`. */
export interface OrganisationChange {
  id: number;
  at: string;
  actor: string;
  action: string;
  details: Readonly<Record<string, unknown>>;
}

/** Roles of the portal, in descending order of rights. */
export const roles = ['owner', 'admin', 'developer', 'reviewer', 'viewer', 'auditor'] as const;
