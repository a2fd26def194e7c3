import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NotFound } from '../errors/domain-error';
import { roleReaches } from '../operations/access';
import { isInWorkspace, WORKSPACE_PARAMETERS } from '../operations/path-workspace';
import type { RegisteredOperation } from '../operations/registered-operation';
import { OperationRegistry } from '../registry/operation.registry';
import { canAccessAgent } from '../request/principal';
import type { RequestContext } from '../request/request-context';
import { RoleInsufficient } from './auth.errors';
import { PathResources } from './path-resources';

/** A caller's operation and reach. */
type Reach = Pick<RequestContext, 'operation' | 'principal' | 'scope'>;

/**
 * Visibility of what a path names, left to right, then the role. The workspace costs no statement (the strategy has
 * read the membership along with the credential), every other resource one. What may not be seen answers like what does
 * not exist.
 */
@Injectable()
export class PathAccess implements OnModuleInit {
  constructor(
    private readonly resources: PathResources,
    private readonly registry: OperationRegistry,
  ) {}

  /** When every feature has registered its finders: a parameter without one would name what anybody may see. */
  onModuleInit(): void {
    const problems = this.registry.operations.flatMap(({ operationId, pathParameters }) =>
      pathParameters
        .filter((parameter) => !WORKSPACE_PARAMETERS.includes(parameter) && !this.resources.has(parameter))
        .map((parameter) => `${operationId} has {${parameter}} in its path, which no feature registered a finder for`),
    );
    if (problems.length > 0) throw new Error(`The operations are not usable:\n  ${problems.join('\n  ')}`);
  }

  /**
   * A promise only where there are resources to look up.
   *
   * @throws NotFound 404, RoleInsufficient 403
   */
  ensure(reach: Reach, parameters: Readonly<Record<string, string>>): void | Promise<void> {
    const { operation, scope } = reach;
    if (!operation) return;
    if (isInWorkspace(operation) && !scope) throw new NotFound();
    const { agentId } = parameters;
    if (scope && agentId !== undefined && !canAccessAgent(scope, agentId)) throw new NotFound();
    const finders = this.resources.of(operation.pathParameters);
    if (finders.length > 0) return checkRecords(operation, reach, parameters, finders);
    checkRole(operation, reach);
  }
}

async function checkRecords(
  operation: RegisteredOperation,
  reach: Reach,
  parameters: Readonly<Record<string, string>>,
  finders: ReturnType<PathResources['of']>,
): Promise<void> {
  const { principal, scope } = reach;
  for (const { parameter, find } of finders) {
    if (!(await find(parameters[parameter] ?? '', { principal, scope, parameters }))) throw new NotFound();
  }
  checkRole(operation, reach);
}

function checkRole({ access }: RegisteredOperation, { scope }: Reach): void {
  const least = 'role' in access ? access.role : undefined;
  if (least && scope && 'role' in scope && !roleReaches(scope.role, least)) {
    throw new RoleInsufficient(least);
  }
}
