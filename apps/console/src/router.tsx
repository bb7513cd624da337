import { lazyRouteComponent, parseSearch, searchOf, stringifySearch } from '@countersign/browser-ui';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { OverviewScreen } from './screens/overview/overview-screen.tsx';
import { Frame } from './shell/frame.tsx';
import { Crashed, Lost } from './shell/lost.tsx';

const root = createRootRoute({ component: Frame });
const under = () => root;

const overview = createRoute({ getParentRoute: under, path: '/', component: OverviewScreen });

const tree = root.addChildren([overview]);

/** Screens by their addresses. */
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
