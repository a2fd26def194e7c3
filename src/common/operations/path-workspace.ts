/**
 * The path parameters that name the workspace of a request, in which the caller must be a member. A path has at most one of them.
 * `destinationWorkspaceId` is for conversations that another workspace has linked to this one.
 */
export const WORKSPACE_PARAMETERS: readonly string[] = ['workspaceId', 'destinationWorkspaceId'];

/** Whether the path belongs to a workspace. */
export function isInWorkspace({ pathParameters }: { pathParameters: readonly string[] }): boolean {
  return pathParameters.some((parameter) => WORKSPACE_PARAMETERS.includes(parameter));
}

/** The workspace id in the path of a request, as sent. Null if the path has none. */
export function pathWorkspaceOf(parameters: Readonly<Record<string, unknown>>): string | null {
  const id = WORKSPACE_PARAMETERS.map((parameter) => parameters[parameter]).find((value) => value !== undefined);
  return typeof id === 'string' ? id : null;
}
