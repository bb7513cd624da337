import { lazyRouteComponent, parseSearch, searchOf, stringifySearch } from '@countersign/browser-ui';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { OverviewScreen } from './screens/overview/overview-screen.tsx';
import { Frame } from './shell/frame.tsx';
import { Crashed, Lost } from './shell/lost.tsx';

const root = createRootRoute({ component: Frame });
const under = () => root;

const overview = createRoute({ getParentRoute: under, path: '/', component: OverviewScreen });

const organisations = createRoute({
  getParentRoute: under,
  path: '/organisations',
  component: lazyRouteComponent(
    () => import('./screens/organisations/organisations-screen.tsx'),
    'OrganisationsScreen',
  ),
});
const organisation = createRoute({
  getParentRoute: under,
  path: '/organisations/$name',
  component: lazyRouteComponent(
    () => import('./screens/organisations/organisation-screen.tsx'),
    'OrganisationScreen',
  ),
});
const integrations = createRoute({
  getParentRoute: under,
  path: '/integrations',
  component: lazyRouteComponent(
    () => import('./screens/integrations/integrations-screen.tsx'),
    'IntegrationsScreen',
  ),
});
const integration = createRoute({
  getParentRoute: under,
  path: '/integrations/$id',
  validateSearch: searchOf('find'),
  component: lazyRouteComponent(
    () => import('./screens/integrations/integration-screen.tsx'),
    'IntegrationScreen',
  ),
});
const sessions = createRoute({
  getParentRoute: under,
  path: '/sessions',
  validateSearch: searchOf('integration', 'status', 'held'),
  component: lazyRouteComponent(() => import('./screens/sessions/sessions-screen.tsx'), 'SessionsScreen'),
});
const session = createRoute({
  getParentRoute: under,
  path: '/sessions/$integration/$session',
  component: lazyRouteComponent(() => import('./screens/sessions/session-screen.tsx'), 'SessionScreen'),
});
const queues = createRoute({
  getParentRoute: under,
  path: '/queues',
  component: lazyRouteComponent(() => import('./screens/queues/queues-screen.tsx'), 'QueuesScreen'),
});
const retention = createRoute({
  getParentRoute: under,
  path: '/retention',
  validateSearch: searchOf('integration', 'since', 'limit'),
  component: lazyRouteComponent(() => import('./screens/retention/retention-screen.tsx'), 'RetentionScreen'),
});
const lists = createRoute({
  getParentRoute: under,
  path: '/lists',
  component: lazyRouteComponent(() => import('./screens/lists/lists-screen.tsx'), 'ListsScreen'),
});
const system = createRoute({
  getParentRoute: under,
  path: '/system',
  component: lazyRouteComponent(() => import('./screens/system/system-screen.tsx'), 'SystemScreen'),
});
const audit = createRoute({
  getParentRoute: under,
  path: '/audit',
  validateSearch: searchOf('integration', 'actor', 'action', 'since', 'limit'),
  component: lazyRouteComponent(() => import('./screens/audit/audit-screen.tsx'), 'AuditScreen'),
});

const tree = root.addChildren([
  overview,
  organisations,
  organisation,
  integrations,
  integration,
  sessions,
  session,
  queues,
  retention,
  lists,
  system,
  audit,
]);

/** Maps addresses to screens. */
export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultNotFoundComponent: Lost,
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
