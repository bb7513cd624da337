import type {
  PortalAudit,
  PortalAuditChains,
  PortalEmailChange,
  PortalExports,
  PortalBranding,
  PortalFlowSettings,
  PortalHome,
  PortalIntegration,
  PortalInvitation,
  PortalMe,
  PortalOrganisation,
  PortalPasskeys,
  PortalRequest,
  PortalRequests,
  PortalSandbox,
  PortalScreeningQueue,
  PortalSession,
  PortalSessions,
  PortalSignIns,
  PortalSso,
  PortalStatuses,
  PortalSystemStatus,
  PortalTeam,
  PortalWebhook,
  PortalWebhooks,
} from '@countersign/contract';
import { QueryClient, queryOptions, keepPreviousData } from '@tanstack/react-query';
import { keepCsrf, read, Refusal } from './api.ts';

/** Whether a retry makes sense: there was no response, or the service is busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'network' || error.code === 'unavailable');

/** Caches everything that was read, in memory only. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      // A portal that is left open must not keep its sign-in alive.
      refetchOnWindowFocus: true,
    },
  },
});

/** Query parameters of a list, as in the address of the page. */
export type Filter = Readonly<Record<string, string | undefined>>;

/** The signed-in person. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await read<PortalMe>('me');
    keepCsrf(me.csrf);
    return me;
  },
  staleTime: 60_000,
});

export const homeQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['home', filter],
    queryFn: () => read<PortalHome>('home', filter),
    placeholderData: keepPreviousData,
  });

export const sessionsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['sessions', 'list', filter],
    queryFn: () => read<PortalSessions>('sessions', filter),
    placeholderData: keepPreviousData,
    // Searches by name are recorded, so they are only made by a person's action.
    ...(filter['name'] === undefined ? {} : { refetchOnWindowFocus: false, staleTime: 60_000 }),
  });

export const sessionQuery = (id: string) =>
  queryOptions({ queryKey: ['sessions', id], queryFn: () => read<PortalSession>(`sessions/${id}`) });

/** Failures must be visible within two seconds of happening. */
const logPollMs = 1_500;
/** After this long without keyboard or pointer input polling stops: an abandoned page must not keep its sign-in alive. */
const idleMs = 5 * 60_000;
let usedAt = Date.now();
for (const event of ['pointerdown', 'keydown', 'focus'])
  addEventListener(event, () => {
    usedAt = Date.now();
  });
const whileUsed = (): number | false => (Date.now() - usedAt < idleMs ? logPollMs : false);

export const screeningQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['screening', filter],
    queryFn: () => read<PortalScreeningQueue>('screening', filter),
    placeholderData: keepPreviousData,
  });

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: () => read<PortalSystemStatus>('status'),
});

export const webhooksQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['webhooks', 'list', filter],
    queryFn: () => read<PortalWebhooks>('webhooks', filter),
    placeholderData: keepPreviousData,
    refetchInterval: whileUsed,
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: () => read<PortalWebhook>(`webhooks/${id}`),
    // Reading a body is recorded, so a body that is already shown is not polled.
    refetchInterval: ({ state }) => (state.data?.body == null ? whileUsed() : false),
    refetchOnWindowFocus: ({ state }) => state.data?.body == null,
  });

export const requestsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['requests', 'list', filter],
    queryFn: () => read<PortalRequests>('requests', filter),
    placeholderData: keepPreviousData,
    refetchInterval: whileUsed,
  });

/** Polled while an export is being written. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: () => read<PortalExports>('exports'),
  refetchInterval: ({ state }) =>
    state.data?.rows.some((row) => row.state === 'running') === true ? whileUsed() : false,
});

/** Requests are immutable. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', id],
    queryFn: () => read<PortalRequest>(`requests/${id}`),
    staleTime: Infinity,
  });

export const sandboxQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['sandbox', integrationId],
    queryFn: () => read<PortalSandbox>(`integrations/${integrationId}/sandbox`),
  });

export const flowSettingsQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['flow-settings', integrationId],
    queryFn: () => read<PortalFlowSettings>(`integrations/${integrationId}/flow`),
  });

export const brandingQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['branding', integrationId],
    queryFn: () => read<PortalBranding>(`integrations/${integrationId}/branding`),
  });

export const integrationQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', id],
    queryFn: () => read<PortalIntegration>(`integrations/${id}`),
  });

export const statusesQuery = (integrationId: string) =>
  queryOptions({
    queryKey: ['statuses', integrationId],
    queryFn: () => read<PortalStatuses>(`integrations/${integrationId}/statuses`),
  });

export const teamQuery = queryOptions({ queryKey: ['team'], queryFn: () => read<PortalTeam>('team') });

export const auditQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: () => read<PortalAudit>('audit', filter),
    placeholderData: keepPreviousData,
  });

export const auditChainsQuery = queryOptions({
  queryKey: ['audit-chains'],
  queryFn: () => read<PortalAuditChains>('audit/chains'),
});

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: () => read<PortalSignIns>('sign-ins'),
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => read<PortalPasskeys>('me/passkeys'),
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => read<PortalInvitation>(`invitations/${encodeURIComponent(token)}`),
    retry: false,
  });

export const organisationQuery = queryOptions({
  queryKey: ['organisation'],
  queryFn: () => read<PortalOrganisation>('organisation'),
});

export const ssoQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: () => read<PortalSso>('organisation/sso'),
});

export const emailChangeQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-change', token],
    queryFn: () => read<PortalEmailChange>(`email-changes/${encodeURIComponent(token)}`),
    retry: false,
  });
