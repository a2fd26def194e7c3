import type { Route } from './operation.route';

/** A route and its handler. */
export interface PlacedRoute extends Pick<Route, 'method' | 'path'> {
  handler: string;
}

/**
 * Finds unreachable routes, one sentence each. Express uses the first route that matches, so a route with a literal segment in the
 * place of a parameter of an earlier route is never reached.
 */
export function shadowedRoutes(inOrder: readonly PlacedRoute[]): string[] {
  return inOrder.flatMap((route, index) => {
    const earlier = inOrder.slice(0, index).find((other) => other.method === route.method && covers(other, route));
    return earlier
      ? [
          `${route.handler} cannot be reached: ${earlier.handler} (${earlier.path}) matches ${route.method} ${route.path} first`,
        ]
      : [];
  });
}

function covers(earlier: PlacedRoute, later: PlacedRoute): boolean {
  if (earlier.path === later.path) return false;
  const [pattern, path] = [earlier.path.split('/'), later.path.split('/')];
  return (
    pattern.length === path.length &&
    pattern.every((segment, at) => isParameter(segment) || segment.toLowerCase() === path[at]!.toLowerCase())
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}
