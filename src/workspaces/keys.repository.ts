import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { WorkspaceKey } from './key.entity';

export type NewKey = Pick<WorkspaceKey, 'workspaceId' | 'name' | 'scopes' | 'secretHash' | 'secretPrefix'>;

/** The table workspace_keys. */
@Injectable()
export class KeysRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Newest first, revoked ones included. */
  async list(workspaceId: string): Promise<WorkspaceKey[]> {
    return this.work.manager.find(WorkspaceKey, { where: { workspaceId }, order: { id: 'DESC' } });
  }

  async find(workspaceId: string, id: string): Promise<WorkspaceKey | null> {
    return this.work.manager.findOneBy(WorkspaceKey, { workspaceId, id: uuidOrNil(id) });
  }

  /** Other changes of the key wait until this transaction ends. */
  async lock(workspaceId: string, id: string): Promise<WorkspaceKey | null> {
    return this.work.manager.findOne(WorkspaceKey, {
      where: { workspaceId, id: uuidOrNil(id) },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** Keeps other transactions from giving the workspace one more key until this one ends. */
  async lockWorkspace(workspaceId: string): Promise<void> {
    await this.work.query('SELECT FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
  }

  /** Those that are not revoked. */
  async countLive(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(WorkspaceKey, { workspaceId, revokedAt: IsNull() });
  }

  /** Forgets all revoked keys but the `kept` that were revoked last. */
  async forgetRevoked(workspaceId: string, kept: number): Promise<void> {
    await this.work.query(
      `DELETE FROM workspace_keys WHERE workspace_id = $1 AND id IN (
         SELECT id FROM workspace_keys WHERE workspace_id = $1 AND revoked_at IS NOT NULL
         ORDER BY revoked_at DESC, id DESC OFFSET $2
       )`,
      [workspaceId, kept],
    );
  }

  async insert(key: NewKey): Promise<WorkspaceKey> {
    const id = newId();
    await this.work.manager.insert(WorkspaceKey, { id, ...key });
    return this.work.manager.findOneByOrFail(WorkspaceKey, { id, workspaceId: key.workspaceId });
  }

  async update({ id, workspaceId, name, scopes }: WorkspaceKey): Promise<void> {
    await this.work.manager.update(WorkspaceKey, { id, workspaceId }, { name, scopes });
  }

  /** The first revocation counts. */
  async revoke(workspaceId: string, id: string): Promise<void> {
    await this.work.query(
      'UPDATE workspace_keys SET revoked_at = now() WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL',
      [workspaceId, uuidOrNil(id)],
    );
  }
}
