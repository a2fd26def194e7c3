import { canAccessAgent, type WorkspaceScope } from '../common/request/principal';
import { UnknownAgents } from './agents.errors';

/** Which of some agents there are, looked up once for any number of inputs that name them. */
export class KnownAgents {
  private readonly existing: ReadonlySet<string>;

  /** `existing`: ids as PostgreSQL writes them, in lower case. */
  constructor(
    private readonly scope: WorkspaceScope,
    existing: readonly string[],
  ) {
    this.existing = new Set(existing);
  }

  /**
   * `path`: of the field that names them, a JSON Pointer into the body.
   *
   * @throws UnknownAgents 400 unless the caller reaches all of them and all are agents of the workspace
   */
  ensureAll(agentIds: readonly string[], path: string): void {
    const { scope, existing } = this;
    const known = (id: string): boolean => canAccessAgent(scope, id) && existing.has(id);
    if (!agentIds.map((id) => id.toLowerCase()).every(known)) throw new UnknownAgents(path);
  }
}
