import type { Route } from './operation.route';

/** A route and its handler. */
export interface PlacedRoute extends Pick<Route, 'method' | 'path'> {
  handler: string;
}

interface SplitRoute {
  route: PlacedRoute;
  segments: readonly string[];
}

/**
 * Finds unreachable routes, one sentence each. Express uses the first route that matches, so a route with a literal segment in the
 * place of a parameter of an earlier route is never reached.
 */
export function shadowedRoutes(inOrder: readonly PlacedRoute[]): string[] {
  const split = inOrder.map((route): SplitRoute => ({ route, segments: route.path.toLowerCase().split('/') }));
  return split.flatMap((later, index) => {
    const { route } = later;
    const earlier = split.slice(0, index).find((other) => other.route.method === route.method && covers(other, later));
    return earlier
      ? [
          `${route.handler} cannot be reached: ${earlier.route.handler} (${earlier.route.path}) matches ${route.method} ${route.path} first`,
        ]
      : [];
  });
}

function covers(earlier: SplitRoute, later: SplitRoute): boolean {
  return (
    earlier.segments.length === later.segments.length &&
    earlier.route.path !== later.route.path &&
    earlier.segments.every((segment, at) => segment.startsWith('{') || segment === later.segments[at])
  );
}
