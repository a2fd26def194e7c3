import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { IdentityKey } from './identity-key.entity';

export interface ActiveIdentityKey {
  id: string;
  /** Sealed. */
  secret: Buffer;
}

/** The table visitor_identity_keys. */
@Injectable()
export class IdentityKeysRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** As it is read: without the secret. */
  async insert(key: Pick<IdentityKey, 'workspaceId' | 'agentId' | 'secret'>): Promise<IdentityKey> {
    const made = this.work.manager.create(IdentityKey, { ...key, id: newId(), revokedAt: null });
    await this.work.manager.insert(IdentityKey, made);
    return made;
  }

  /** Newest first, revoked ones included; the service bounds how many of both there are. */
  list(workspaceId: string, agentId: string): Promise<IdentityKey[]> {
    return this.work.manager.find(IdentityKey, {
      where: { workspaceId, agentId: uuidOrNil(agentId) },
      order: { id: 'DESC' },
    });
  }

  /** With their secrets; as many as the service allows to be active. */
  listActive(workspaceId: string, agentId: string): Promise<ActiveIdentityKey[]> {
    return this.work.manager.find(IdentityKey, {
      select: { workspaceId: true, agentId: true, id: true, secret: true },
      where: { workspaceId, agentId, revokedAt: IsNull() },
      order: { id: 'DESC' },
    });
  }

  countActive(workspaceId: string, agentId: string): Promise<number> {
    return this.work.manager.countBy(IdentityKey, { workspaceId, agentId, revokedAt: IsNull() });
  }

  async require(workspaceId: string, agentId: string, id: string): Promise<IdentityKey> {
    return required(await this.work.manager.findOneBy(IdentityKey, keyOf(workspaceId, agentId, id)));
  }

  exists(workspaceId: string, agentId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(IdentityKey, keyOf(workspaceId, agentId, id));
  }

  /** Of any agents of the workspace; as many as there are ids. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<IdentityKey[]> {
    return this.work.manager.findBy(IdentityKey, { workspaceId, id: In([...ids]) });
  }

  /** The first revocation counts: whether this is it. */
  async revoke(workspaceId: string, agentId: string, id: string): Promise<boolean> {
    const active = { ...keyOf(workspaceId, agentId, id), revokedAt: IsNull() };
    const { affected } = await this.work.manager.update(IdentityKey, active, { revokedAt: () => 'now()' });
    return affected === 1;
  }

  /** Of the revoked keys all but the `kept` newest. */
  async deleteRevokedBeyond(workspaceId: string, agentId: string, most: number): Promise<void> {
    const revoked = await this.work.manager.find(IdentityKey, {
      select: { workspaceId: true, agentId: true, id: true },
      where: { workspaceId, agentId, revokedAt: Not(IsNull()) },
      order: { id: 'DESC' },
      skip: most,
    });
    for (const { id } of revoked) await this.work.manager.delete(IdentityKey, { workspaceId, agentId, id });
  }
}

function keyOf(workspaceId: string, agentId: string, id: string): Pick<IdentityKey, 'workspaceId' | 'agentId' | 'id'> {
  return { workspaceId, agentId: uuidOrNil(agentId), id: uuidOrNil(id) };
}
