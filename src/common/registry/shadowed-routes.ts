import type { Route } from './operation.route';

/** A route, and the handler that answers it. */
export interface PlacedRoute extends Pick<Route, 'method' | 'path'> {
  handler: string;
}

/**
 * Express takes the first route that fits: one whose literal segment stands where an earlier one has a parameter would never
 * be reached. One sentence for each.
 */
export function shadowedRoutes(inOrder: readonly PlacedRoute[]): string[] {
  return inOrder.flatMap((route, index) => {
    const earlier = inOrder.slice(0, index).find((other) => other.method === route.method && covers(other, route));
    return earlier
      ? [
          `${route.handler} answers ${route.method} ${route.path}, which ${earlier.handler} (${earlier.path}) takes before it`,
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
