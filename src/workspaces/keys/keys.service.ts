import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type Changes, changesOf } from '../../common/event-types/changes';
import { canonicalKeyScopes } from '../../common/operations/access';
import { hashSecret, issueSecret, visiblePrefix } from '../../common/secrets/token';
import { EventLog } from '../../events/event-log.service';
import { WORKSPACE_EVENTS } from '../workspace-event.types';
import { WorkspacesRepository } from '../workspaces.repository';
import type { CreateWorkspaceKeyInput, UpdateWorkspaceKeyInput } from './key.dto';
import type { WorkspaceKey } from './key.entity';
import { KeyRevoked, KeyWidened, TooManyKeys } from './keys.errors';
import { KeysRepository } from './keys.repository';

/** The most active keys of a workspace. */
const MOST_ACTIVE = 100;
/** The most revoked keys that stay listed. Older ones are deleted. */
const MOST_REVOKED = 1_000;

/**
 * Keys of a workspace. Every request reads the key that it uses, or the key of its token, so a change takes effect with
 * the next request.
 */
@Injectable()
export class KeysService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly log: EventLog,
    private readonly audit: Audit,
  ) {}

  /**
   * The answer contains the secret, which is not stored. Locks the workspace, so that the limit is exact.
   *
   * @throws TooManyKeys 403
   */
  async create(
    workspaceId: string,
    { name, scopes }: CreateWorkspaceKeyInput,
  ): Promise<{ key: WorkspaceKey; secret: string }> {
    const secret = issueSecret('ck_');
    const key = await this.work.run(async () => {
      await this.workspaces.requireLocked(workspaceId);
      if ((await this.keys.countActive(workspaceId)) >= MOST_ACTIVE) throw new TooManyKeys(MOST_ACTIVE);
      await this.keys.deleteRevokedBeyond(workspaceId, MOST_REVOKED);
      const made = await this.keys.insert({
        workspaceId,
        name,
        scopes: canonicalKeyScopes(scopes),
        secretHash: hashSecret(secret),
        secretPrefix: visiblePrefix(secret),
      });
      this.append('workspace_key.created', made);
      return made;
    });
    return { key, secret };
  }

  /** Newest first, including revoked ones. */
  async list(workspaceId: string): Promise<WorkspaceKey[]> {
    return this.keys.list(workspaceId);
  }

  /** @throws NotFound 404, KeyRevoked, KeyWidened 409 */
  async update(workspaceId: string, keyId: string, input: UpdateWorkspaceKeyInput): Promise<WorkspaceKey> {
    return this.work.run(async () => {
      const key = await this.keys.requireLocked(workspaceId, keyId);
      if (key.revokedAt) throw new KeyRevoked();
      this.audit.before(key);
      const beyond = (input.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
      if (beyond.length > 0) throw new KeyWidened(beyond);
      const before = { name: key.name, scopes: key.scopes };
      key.name = input.name ?? key.name;
      key.scopes = input.scopes ? canonicalKeyScopes(input.scopes) : key.scopes;
      await this.keys.update(key);
      const fields = { name: 'text', scopes: 'value' } as const;
      this.append('workspace_key.updated', key, changesOf(before, key, fields));
      return key;
    });
  }

  /** The key and its tokens stop working with the next request. A repeated call returns the first revocation. */
  async revoke(workspaceId: string, keyId: string): Promise<WorkspaceKey> {
    return this.work.run(async () => {
      const { revokedAt } = await this.keys.requireLocked(workspaceId, keyId);
      await this.keys.revoke(workspaceId, keyId);
      const key = await this.keys.require(workspaceId, keyId);
      if (!revokedAt) this.append('workspace_key.revoked', key);
      return key;
    });
  }

  private append(
    type: 'workspace_key.created' | 'workspace_key.updated' | 'workspace_key.revoked',
    { workspaceId, id, scopes }: WorkspaceKey,
    changes?: Changes,
  ): void {
    const data = { keyId: id, scopes };
    this.log.append(WORKSPACE_EVENTS[type], { workspaceId, agentId: null, subjectId: id, data, ...changes });
  }
}
