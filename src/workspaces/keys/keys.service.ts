import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { canonicalKeyScopes } from '../../common/operations/access';
import { hashSecret, issueSecret, visiblePrefix } from '../../common/secrets/token';
import { WorkspacesRepository } from '../workspaces.repository';
import type { CreateWorkspaceKeyInput, UpdateWorkspaceKeyInput } from './key.dto';
import type { WorkspaceKey } from './key.entity';
import { KeyRevoked, KeyWidened, TooManyKeys } from './keys.errors';
import { KeysRepository } from './keys.repository';

/** Keys of a workspace that are not revoked. */
const MOST_ACTIVE = 100;
/** Revoked keys that are listed: the last ones. */
const MOST_REVOKED = 1_000;

/**
 * Keys of a workspace. Every request reads the key that it came with, or whose token it came with, so a change here counts
 * from the next request on.
 */
@Injectable()
export class KeysService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly workspaces: WorkspacesRepository,
  ) {}

  /**
   * The secret is returned here and kept nowhere. Locks the workspace, so that the bound is exact.
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
      return this.keys.insert({
        workspaceId,
        name,
        scopes: canonicalKeyScopes(scopes),
        secretHash: hashSecret(secret),
        secretPrefix: visiblePrefix(secret),
      });
    });
    return { key, secret };
  }

  /** Newest first, revoked ones included. */
  async list(workspaceId: string): Promise<WorkspaceKey[]> {
    return this.keys.list(workspaceId);
  }

  /** @throws NotFound 404, KeyRevoked, KeyWidened 409 */
  async update(workspaceId: string, keyId: string, input: UpdateWorkspaceKeyInput): Promise<WorkspaceKey> {
    return this.work.run(async () => {
      const key = await this.keys.requireLocked(workspaceId, keyId);
      if (key.revokedAt) throw new KeyRevoked();
      const beyond = (input.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
      if (beyond.length > 0) throw new KeyWidened(beyond);
      key.name = input.name ?? key.name;
      key.scopes = input.scopes ? canonicalKeyScopes(input.scopes) : key.scopes;
      await this.keys.update(key);
      return key;
    });
  }

  /** Ends the key and its tokens with the next request. Again: answers with the first revocation. */
  async revoke(workspaceId: string, keyId: string): Promise<WorkspaceKey> {
    return this.work.run(async () => {
      await this.keys.revoke(workspaceId, keyId);
      return this.keys.require(workspaceId, keyId);
    });
  }
}
