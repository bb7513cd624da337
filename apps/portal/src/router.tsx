import { lazyRouteComponent, Loading, parseSearch, searchOf, stringifySearch } from '@countersign/browser-ui';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { Refusal } from './service/api.ts';
import { meQuery, queryClient } from './service/queries.ts';
import { hasTyped } from './service/typed.ts';
import { forgetWalk } from './service/walk.ts';
import { Frame } from './shell/frame.tsx';
import { Crashed, Lost } from './shell/lost.tsx';
import { loadParts } from './words/languages.ts';
import type { Part } from './words/words.ts';

const root = createRootRoute({ component: Outlet });
const under = () => root;

const isSignedOut = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'signed-out' || error.code === 'totp-required');

/** A screen that is loaded together with its texts. */
const withParts =
  <Screen,>(load: () => Promise<Screen>, ...parts: Part[]) =>
  async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), loadParts(parts)]);
    return screen;
  };

/** The frame for signed-in people. */
const frame = createRoute({
  getParentRoute: under,
  id: 'frame',
  component: Frame,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      redirect({ to: '/sign-in', search: { next: location.pathname + location.searchStr }, throw: true });
    }
  },
});
const inside = () => frame;

const home = createRoute({
  getParentRoute: inside,
  path: '/',
  validateSearch: searchOf('integration'),
  component: lazyRouteComponent(() => import('./screens/home/home-screen.tsx'), 'HomeScreen'),
});
const signIn = createRoute({
  getParentRoute: under,
  path: '/sign-in',
  validateSearch: searchOf('next', 'organisation'),
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
});
const invitation = createRoute({
  getParentRoute: under,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('./screens/sign-in/invitation-screen.tsx'), 'InvitationScreen'),
});
const sso = createRoute({
  getParentRoute: under,
  path: '/sign-in/sso',
  validateSearch: searchOf('state', 'code', 'iss', 'error'),
  component: lazyRouteComponent(() => import('./screens/sign-in/return-screen.tsx'), 'ReturnScreen'),
});
const email = createRoute({
  getParentRoute: under,
  path: '/email/$token',
  component: lazyRouteComponent(() => import('./screens/sign-in/email-screen.tsx'), 'EmailScreen'),
});
const view = createRoute({
  getParentRoute: under,
  path: '/view',
  component: lazyRouteComponent(() => import('./screens/sign-in/view-screen.tsx'), 'ViewScreen'),
});
const sessions = createRoute({
  getParentRoute: inside,
  path: '/sessions',
  validateSearch: searchOf(
    'q',
    'name',
    'status',
    'hits',
    'proposals',
    'integration',
    'since',
    'until',
    'order',
    'cursor',
  ),
  component: lazyRouteComponent(() => import('./screens/sessions/sessions-screen.tsx'), 'SessionsScreen'),
});
const session = createRoute({
  getParentRoute: inside,
  path: '/sessions/$id',
  component: lazyRouteComponent(
    withParts(() => import('./screens/session/session-screen.tsx'), 'session', 'audit'),
    'SessionScreen',
  ),
});
const exports = createRoute({
  getParentRoute: inside,
  path: '/exports',
  component: lazyRouteComponent(() => import('./screens/exports/exports-screen.tsx'), 'ExportsScreen'),
});
const screening = createRoute({
  getParentRoute: inside,
  path: '/screening',
  validateSearch: searchOf('lane', 'integration', 'assignee', 'cursor'),
  component: lazyRouteComponent(
    withParts(() => import('./screens/screening/queue-screen.tsx'), 'session'),
    'QueueScreen',
  ),
});
const help = createRoute({
  getParentRoute: inside,
  path: '/help',
  component: lazyRouteComponent(
    withParts(() => import('./screens/help/help-screen.tsx'), 'help'),
    'HelpScreen',
  ),
});
const webhooks = createRoute({
  getParentRoute: inside,
  path: '/webhooks',
  validateSearch: searchOf('state', 'type', 'integration', 'session', 'since', 'cursor'),
  component: lazyRouteComponent(
    withParts(() => import('./screens/webhooks/webhooks-screen.tsx'), 'developers'),
    'WebhooksScreen',
  ),
});
const webhook = createRoute({
  getParentRoute: inside,
  path: '/webhooks/$id',
  component: lazyRouteComponent(
    withParts(() => import('./screens/webhooks/webhook-screen.tsx'), 'session'),
    'WebhookScreen',
  ),
});
const recover = createRoute({
  getParentRoute: inside,
  path: '/webhooks/recover',
  validateSearch: searchOf('integration'),
  component: lazyRouteComponent(
    withParts(() => import('./screens/webhooks/recover-screen.tsx'), 'developers'),
    'RecoverScreen',
  ),
});
const check = createRoute({
  getParentRoute: inside,
  path: '/webhooks/check',
  validateSearch: searchOf('integration'),
  component: lazyRouteComponent(
    withParts(() => import('./screens/webhooks/check-screen.tsx'), 'developers'),
    'CheckScreen',
  ),
});
const requests = createRoute({
  getParentRoute: inside,
  path: '/requests',
  validateSearch: searchOf(
    'status',
    'route',
    'code',
    'cause',
    'integration',
    'session',
    'request',
    'since',
    'cursor',
  ),
  component: lazyRouteComponent(
    withParts(() => import('./screens/requests/requests-screen.tsx'), 'developers'),
    'RequestsScreen',
  ),
});
const request = createRoute({
  getParentRoute: inside,
  path: '/requests/$id',
  component: lazyRouteComponent(
    withParts(() => import('./screens/requests/request-screen.tsx'), 'session', 'developers'),
    'RequestScreen',
  ),
});
const integrations = createRoute({
  getParentRoute: inside,
  path: '/integrations',
  component: lazyRouteComponent(
    () => import('./screens/integrations/integrations-screen.tsx'),
    'IntegrationsScreen',
  ),
});
const integration = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id',
  beforeLoad: ({ params }) => {
    redirect({ to: '/integrations/$id/keys', params, replace: true, throw: true });
  },
});
const keys = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/keys',
  component: lazyRouteComponent(() => import('./screens/integrations/keys-screen.tsx'), 'KeysScreen'),
});
const urls = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/webhooks',
  component: lazyRouteComponent(() => import('./screens/integrations/urls-screen.tsx'), 'UrlsScreen'),
});
const statuses = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/statuses',
  component: lazyRouteComponent(() => import('./screens/integrations/statuses-screen.tsx'), 'StatusesScreen'),
});
const reviews = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/reviews',
  component: lazyRouteComponent(() => import('./screens/integrations/reviews-screen.tsx'), 'ReviewsScreen'),
});
const flow = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/flow',
  component: lazyRouteComponent(() => import('./screens/integrations/flow-screen.tsx'), 'FlowScreen'),
});
const branding = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/branding',
  component: lazyRouteComponent(
    withParts(() => import('./screens/branding/branding-screen.tsx'), 'branding'),
    'BrandingScreen',
  ),
});
const sandbox = createRoute({
  getParentRoute: inside,
  path: '/integrations/$id/sandbox',
  validateSearch: searchOf('show'),
  component: lazyRouteComponent(
    withParts(() => import('./screens/integrations/sandbox-screen.tsx'), 'developers'),
    'SandboxScreen',
  ),
});
const team = createRoute({
  getParentRoute: inside,
  path: '/team',
  component: lazyRouteComponent(() => import('./screens/team/team-screen.tsx'), 'TeamScreen'),
});
const organisation = createRoute({
  getParentRoute: inside,
  path: '/organisation',
  component: lazyRouteComponent(
    () => import('./screens/organisation/organisation-screen.tsx'),
    'OrganisationScreen',
  ),
});
const ssoSettings = createRoute({
  getParentRoute: inside,
  path: '/team/single-sign-on',
  component: lazyRouteComponent(() => import('./screens/team/sso-settings-screen.tsx'), 'SsoSettingsScreen'),
});
const audit = createRoute({
  getParentRoute: inside,
  path: '/audit',
  validateSearch: searchOf('actor', 'action', 'integration', 'session', 'since', 'until', 'cursor'),
  component: lazyRouteComponent(
    withParts(() => import('./screens/audit/audit-screen.tsx'), 'audit', 'branding'),
    'AuditScreen',
  ),
});
const integrity = createRoute({
  getParentRoute: inside,
  path: '/audit/integrity',
  component: lazyRouteComponent(
    withParts(() => import('./screens/audit/integrity-screen.tsx'), 'audit'),
    'IntegrityScreen',
  ),
});
const account = createRoute({
  getParentRoute: inside,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account/account-screen.tsx'), 'AccountScreen'),
});

const pages = [
  home,
  sessions,
  session,
  exports,
  screening,
  help,
  webhooks,
  webhook,
  recover,
  check,
  requests,
  request,
  integrations,
  integration,
  keys,
  urls,
  statuses,
  reviews,
  flow,
  branding,
  sandbox,
  team,
  organisation,
  ssoSettings,
  audit,
  integrity,
  account,
];

/** Maps all addresses of the portal to screens. */
export const router = createRouter({
  routeTree: root.addChildren([signIn, sso, email, invitation, view, frame.addChildren(pages)]),
  basepath: '/portal',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: Lost,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// When a sign-in has ended, the first rejected call leads to the sign-in page, which then returns to the same page.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.state.status !== 'error' || !isSignedOut(query.state.error)) return;
  const { pathname, searchStr } = router.state.location;
  // Unsaved input stays on the page, behind the dialog of `SignedOut`.
  if (hasTyped() && !pathname.endsWith('/sign-in')) return;
  if (pathname.endsWith('/sign-in') || query.queryKey[0] === 'me') return;
  queryClient.clear();
  forgetWalk();
  void router.navigate({ to: '/sign-in', search: { next: pathname + searchStr } });
});

// Screen readers announce a new page by its title, which gets the focus; on the first page the browser decides. Going back moves
// the focus to the row that was opened, so that the keyboard continues from there.
let isBack = false;
router.history.subscribe(({ action }) => {
  isBack = action.type === 'BACK';
});
const rowOf = (pathname: string): HTMLElement | null =>
  document.querySelector(`#main tbody th a[href*="${CSS.escape(pathname)}"]`);
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged || !fromLocation) return;
  const row = isBack ? rowOf(fromLocation.pathname) : null;
  if (row === null) document.getElementById('page-title')?.focus({ preventScroll: true });
  else row.focus();
});
