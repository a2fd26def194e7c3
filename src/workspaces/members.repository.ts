import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import type { Role } from '../common/operations/access';
import type { WorkspaceScope } from '../common/request/principal';
import { MemberEntity, type MemberRecord } from './member.entity';

const SELECT = `
  SELECT m.id, m.workspace_id AS "workspaceId", m.account_id AS "accountId", a.name, a.email, m.role,
    m.restricted_agent_ids::text[] AS "restrictedAgentIds", m.created_at AS "createdAt"
  FROM members m JOIN accounts a ON a.id = m.account_id`;

export type Membership = Pick<MemberEntity, 'accountId' | 'role' | 'restrictedAgentIds'>;

/** The table members. */
@Injectable()
export class MembersRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Makes changes of a workspace's members and invitations wait for each other until this transaction ends. */
  async lock(workspaceId: string): Promise<void> {
    await this.work.query('SELECT FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
  }

  /** Oldest first. */
  async list(workspaceId: string): Promise<MemberRecord[]> {
    return this.work.query<MemberRecord>(`${SELECT} WHERE m.workspace_id = $1 ORDER BY m.created_at, m.id`, [
      workspaceId,
    ]);
  }

  async find(workspaceId: string, id: string): Promise<MemberRecord | null> {
    return this.first('m.workspace_id = $1 AND m.id = $2', [workspaceId, uuidOrNil(id)]);
  }

  async findAccount(workspaceId: string, accountId: string): Promise<MemberRecord | null> {
    return this.first('m.workspace_id = $1 AND m.account_id = $2', [workspaceId, accountId]);
  }

  async findEmail(workspaceId: string, email: string): Promise<MemberRecord | null> {
    return this.first('m.workspace_id = $1 AND a.email = $2', [workspaceId, email]);
  }

  /** What the member reaches; null where there is none (any more). */
  async findScope(workspaceId: string, id: string): Promise<WorkspaceScope | null> {
    const [row] = await this.work.prepared<WorkspaceScope>(
      `SELECT m.workspace_id AS "workspaceId", w.plan_id AS "planId", m.restricted_agent_ids::text[] AS "agentIds"
       FROM members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.workspace_id = $1 AND m.id = $2`,
      [workspaceId, id],
    );
    return row ?? null;
  }

  async count(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(MemberEntity, { workspaceId });
  }

  /** The owner of longest standing other than this member. */
  async otherOwner(workspaceId: string, id: string): Promise<MemberRecord | null> {
    return this.first(`m.workspace_id = $1 AND m.id <> $2 AND m.role = 'owner'`, [workspaceId, id]);
  }

  async insert(workspaceId: string, membership: Membership): Promise<void> {
    await this.work.manager.insert(MemberEntity, { id: newId(), workspaceId, ...membership });
  }

  async update(
    workspaceId: string,
    id: string,
    change: { role: Role; restrictedAgentIds: string[] | null },
  ): Promise<void> {
    await this.work.manager.update(MemberEntity, { workspaceId, id }, change);
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    await this.work.manager.delete(MemberEntity, { workspaceId, id });
  }

  private async first(condition: string, parameters: unknown[]): Promise<MemberRecord | null> {
    const [row] = await this.work.query<MemberRecord>(
      `${SELECT} WHERE ${condition} ORDER BY m.created_at, m.id LIMIT 1`,
      parameters,
    );
    return row ?? null;
  }
}
