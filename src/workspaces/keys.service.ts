import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import { KEY_SCOPES, type KeyScope } from '../common/operations/access';
import { hashSecret, issueSecret, visiblePrefix } from '../common/secrets/token';
import type { WorkspaceKey } from './key.entity';
import { KeysRepository } from './keys.repository';
import { KeyRevoked, KeyWidened, TooManyKeys } from './workspaces.errors';

/** Keys of a workspace that are not revoked. */
const MOST_LIVE = 100;
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
  ) {}

  /**
   * The secret is returned here and kept nowhere. Locks the workspace, so that the bound is exact.
   *
   * @throws TooManyKeys 403
   */
  async create(
    workspaceId: string,
    { name, scopes }: { name: string; scopes: readonly KeyScope[] },
  ): Promise<{ key: WorkspaceKey; secret: string }> {
    const secret = issueSecret('ck_');
    const key = await this.work.run(async () => {
      await this.keys.lockWorkspace(workspaceId);
      if ((await this.keys.countLive(workspaceId)) >= MOST_LIVE) throw new TooManyKeys(MOST_LIVE);
      await this.keys.forgetRevoked(workspaceId, MOST_REVOKED);
      return this.keys.insert({
        workspaceId,
        name,
        scopes: canonical(scopes),
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

  /** @throws KeyRevoked, KeyWidened 409 */
  async update(
    workspaceId: string,
    keyId: string,
    change: { name?: string; scopes?: readonly KeyScope[] },
  ): Promise<WorkspaceKey> {
    return this.work.run(async () => {
      const key = await this.keys.lock(workspaceId, keyId);
      if (!key) throw new NotFound();
      if (key.revokedAt) throw new KeyRevoked();
      const beyond = (change.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
      if (beyond.length > 0) throw new KeyWidened(beyond);
      key.name = change.name ?? key.name;
      key.scopes = change.scopes ? canonical(change.scopes) : key.scopes;
      await this.keys.update(key);
      return key;
    });
  }

  /** Ends the key and its tokens with the next request. Again: answers with the first revocation. */
  async revoke(workspaceId: string, keyId: string): Promise<WorkspaceKey> {
    return this.work.run(async () => {
      await this.keys.revoke(workspaceId, keyId);
      const key = await this.keys.find(workspaceId, keyId);
      if (!key) throw new NotFound();
      return key;
    });
  }
}

function canonical(scopes: readonly KeyScope[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}
