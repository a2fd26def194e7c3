import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { LookUps } from '../../common/database/look-ups';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { WorkspaceKey } from './key.entity';
import { DELETE_REVOKED_BEYOND, FIND_LIVE_KEY } from './keys.sql';

type NewKey = Pick<WorkspaceKey, 'workspaceId' | 'name' | 'scopes' | 'secretHash' | 'secretPrefix'>;

/** The current state of a key, with the plan of its workspace. */
export interface LiveKey extends Pick<WorkspaceKey, 'id' | 'workspaceId' | 'scopes'> {
  revoked: boolean;
  planId: string;
}

/** The table workspace_keys. */
@Injectable()
export class KeysRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly lookUps: LookUps,
  ) {}

  /** The key with this secret, revoked or not. */
  findLive(secretHash: Buffer): Promise<LiveKey | null> {
    return this.lookUps.find(FIND_LIVE_KEY, [secretHash]);
  }

  /** Newest first, including revoked ones. The service bounds the number of both. */
  list(workspaceId: string): Promise<WorkspaceKey[]> {
    return this.work.manager.find(WorkspaceKey, { where: { workspaceId }, order: { id: 'DESC' } });
  }

  async require(workspaceId: string, id: string): Promise<WorkspaceKey> {
    return required(await this.work.manager.findOneBy(WorkspaceKey, { workspaceId, id: uuidOrNil(id) }));
  }

  /** Other changes of the key wait until this transaction ends. */
  async requireLocked(workspaceId: string, id: string): Promise<WorkspaceKey> {
    const key = await this.work.manager.findOne(WorkspaceKey, {
      where: { workspaceId, id: uuidOrNil(id) },
      lock: { mode: 'for_no_key_update' },
    });
    return required(key);
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(WorkspaceKey, { workspaceId, id: uuidOrNil(id) });
  }

  /** Counts the keys that are not revoked. */
  countActive(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(WorkspaceKey, { workspaceId, revokedAt: IsNull() });
  }

  /** Deletes the revoked keys, except the `most` that were revoked last. */
  async deleteRevokedBeyond(workspaceId: string, most: number): Promise<void> {
    await this.work.query(DELETE_REVOKED_BEYOND, [workspaceId, most]);
  }

  /** Returns the key as reads do: without the hash of its secret. */
  async insert(key: NewKey): Promise<WorkspaceKey> {
    const made = this.work.manager.create(WorkspaceKey, { ...key, id: newId(), lastUsedAt: null, revokedAt: null });
    await this.work.manager.insert(WorkspaceKey, made);
    return withoutHash(made);
  }

  async update({ id, workspaceId, name, scopes }: WorkspaceKey): Promise<void> {
    await this.work.manager.update(WorkspaceKey, { id, workspaceId }, { name, scopes });
  }

  /** Does not change the time of an earlier revocation. */
  async revoke(workspaceId: string, id: string): Promise<void> {
    const active = { workspaceId, id: uuidOrNil(id), revokedAt: IsNull() };
    await this.work.manager.update(WorkspaceKey, active, { revokedAt: () => 'now()' });
  }
}

function withoutHash(key: WorkspaceKey): WorkspaceKey {
  delete (key as Partial<WorkspaceKey>).secretHash;
  return key;
}
