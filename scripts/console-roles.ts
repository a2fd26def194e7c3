/** For src/console-ui/api/roles.json: the operations that need more than membership, by id, with the role. */
export function rolesText(openApi: string): string {
  const { paths } = JSON.parse(openApi) as { paths: Record<string, Record<string, unknown>> };
  const roles = Object.values(paths)
    .flatMap((methods) => Object.values(methods) as { operationId?: string; 'x-access'?: { role?: string } }[])
    .flatMap(({ operationId, 'x-access': access }) =>
      operationId && access?.role ? [[operationId, access.role]] : [],
    );
  return `${JSON.stringify(Object.fromEntries(roles.sort()), null, 2)}\n`;
}
