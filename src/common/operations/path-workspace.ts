/**
 * How a path names the workspace that it works in, and whose membership counts; a path names one at most. The second is that
 * of what another workspace has linked to it.
 */
export const WORKSPACE_PARAMETERS: readonly string[] = ['workspaceId', 'destinationWorkspaceId'];

/** Whether a path is one of a workspace. */
export function isInWorkspace({ pathParameters }: { pathParameters: readonly string[] }): boolean {
  return pathParameters.some((parameter) => WORKSPACE_PARAMETERS.includes(parameter));
}

/** The id that a request's path has for its workspace, as sent; null where the path has none. */
export function pathWorkspaceOf(parameters: Readonly<Record<string, unknown>>): string | null {
  const id = WORKSPACE_PARAMETERS.map((parameter) => parameters[parameter]).find((value) => value !== undefined);
  return typeof id === 'string' ? id : null;
}
