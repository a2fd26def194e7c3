import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NotFound } from '../errors/domain-error';
import { type Role, roleReaches } from '../operations/access';
import { isInWorkspace, WORKSPACE_PARAMETERS } from '../operations/path-workspace';
import type { RegisteredOperation } from '../operations/registered-operation';
import { OperationRegistry } from '../registry/operation.registry';
import { canAccessAgent } from '../request/principal';
import type { RequestContext } from '../request/request-context';
import { NotTheAuthor, RoleInsufficient } from './auth.errors';
import { PathResources } from './path-resources';

/** An operation, its caller and the caller's access. */
type Reach = Pick<RequestContext, 'operation' | 'principal' | 'scope'>;

/**
 * Checks the visibility of the resources in a path from left to right, then the role. The workspace costs no statement, because the
 * strategy has read the membership with the credential; every other resource costs one. A hidden resource gets the same response as
 * a missing one.
 */
@Injectable()
export class PathAccess implements OnModuleInit {
  constructor(
    private readonly resources: PathResources,
    private readonly registry: OperationRegistry,
  ) {}

  /** Runs after all features have registered their finders. Every parameter needs one, or its resource would be visible to all. */
  onModuleInit(): void {
    const problems = this.registry.operations.flatMap(({ operationId, pathParameters, access }) => {
      const unknown = pathParameters
        .filter((parameter) => !WORKSPACE_PARAMETERS.includes(parameter) && !this.resources.has(parameter))
        .map(
          (parameter) => `${operationId} has {${parameter}} in its path, but no feature has registered a finder for it`,
        );
      const author = 'orAuthorOf' in access ? access.orAuthorOf : undefined;
      if (author === undefined || (pathParameters.includes(author) && this.resources.authorship(author)))
        return unknown;
      return [
        ...unknown,
        `${operationId} admits the author of {${author}}, but no feature has registered an author check for it`,
      ];
    });
    if (problems.length > 0) throw new Error(`Invalid operations:\n  ${problems.join('\n  ')}`);
  }

  /**
   * Returns a promise only if there are resources to look up.
   *
   * @throws NotFound 404, RoleInsufficient, NotTheAuthor 403
   */
  ensure(reach: Reach, parameters: Readonly<Record<string, string>>): void | Promise<void> {
    const { operation, scope } = reach;
    if (!operation) return;
    if (isInWorkspace(operation) && !scope) throw new NotFound();
    const { agentId } = parameters;
    if (scope && agentId !== undefined && !canAccessAgent(scope, agentId)) throw new NotFound();
    const finders = this.resources.of(operation.pathParameters, operation.path);
    if (finders.length > 0) return this.checkRecords(operation, reach, parameters, finders);
    const missing = missingRole(operation, reach);
    if (missing) throw new RoleInsufficient(missing);
  }

  private async checkRecords(
    operation: RegisteredOperation,
    reach: Reach,
    parameters: Readonly<Record<string, string>>,
    finders: ReturnType<PathResources['of']>,
  ): Promise<void> {
    const { principal, scope } = reach;
    const context = { principal, scope, parameters };
    for (const { parameter, find } of finders) {
      if (!(await find(parameters[parameter] ?? '', context))) throw new NotFound();
    }
    const missing = missingRole(operation, reach);
    if (!missing) return;
    const { access } = operation;
    const author = 'orAuthorOf' in access ? access.orAuthorOf : undefined;
    if (author === undefined) throw new RoleInsufficient(missing);
    if (!(await this.resources.authorship(author)?.(parameters[author] ?? '', context)))
      throw new NotTheAuthor(missing);
  }
}

/** The role that the caller lacks. Null if the caller has it, or the operation requires none. */
function missingRole({ access }: RegisteredOperation, { scope }: Reach): Role | null {
  const least = 'role' in access ? access.role : undefined;
  return least && scope && 'role' in scope && !roleReaches(scope.role, least) ? least : null;
}
