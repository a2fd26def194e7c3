import { canAccessAgent, type WorkspaceScope } from '../common/request/principal';
import { UnknownAgents } from './agents.errors';

/** Which of some agents there are, looked up once for any number of inputs that name them. */
export class KnownAgents {
  constructor(
    private readonly scope: WorkspaceScope,
    private readonly existing: ReadonlySet<string>,
  ) {}

  /**
   * `path`: of the field that names them, a JSON Pointer into the body.
   *
   * @throws UnknownAgents 400 unless the caller reaches all of them and all are agents of the workspace
   */
  requireAll(agentIds: readonly string[], path: string): void {
    const { scope, existing } = this;
    if (!agentIds.every((id) => canAccessAgent(scope, id) && existing.has(id))) throw new UnknownAgents(path);
  }
}
