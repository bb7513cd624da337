import type { SimulatedRoute } from './simulated-route.ts';

/** The route of a request. */
export interface Destination {
  route: SimulatedRoute;
  params: Readonly<Record<string, string>>;
  sandbox: boolean;
}

interface CompiledRoute {
  route: SimulatedRoute;
  pattern: RegExp;
}

const sandboxPrefix = '/sandbox';

function compiled(route: SimulatedRoute): CompiledRoute {
  const literal = route.path.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return { route, pattern: new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
}

/** `null`: a parameter is not valid percent-encoding. */
function decoded(groups: Record<string, string> = {}): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
}

/** Finds the route for a method and path; every route also exists under `/sandbox`. `null`: there is none. */
export function createRouting(
  routes: readonly SimulatedRoute[],
): (method: string, path: string) => Destination | null {
  const table = routes.map(compiled);
  return (method, path) => {
    const sandbox = path.startsWith(`${sandboxPrefix}/`);
    const inner = sandbox ? path.slice(sandboxPrefix.length) : path;
    for (const { route, pattern } of table) {
      const found = route.method === method ? pattern.exec(inner) : null;
      const params = found === null ? null : decoded(found.groups);
      if (params !== null) return { route, params, sandbox };
    }
    return null;
  };
}
