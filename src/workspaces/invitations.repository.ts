import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { Invitation } from './invitation.entity';

const OPEN = 'i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()';

export type NewInvitation = Pick<
  Invitation,
  'workspaceId' | 'email' | 'role' | 'restrictedAgentIds' | 'tokenHash' | 'invitedByAccountId'
>;

/** The table invitations. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Newest first. */
  async open(workspaceId: string): Promise<Invitation[]> {
    return this.builder().where(`i.workspace_id = :workspaceId AND ${OPEN}`, { workspaceId }).getMany();
  }

  async findOpen(workspaceId: string, id: string): Promise<Invitation | null> {
    return this.builder()
      .where(`i.workspace_id = :workspaceId AND i.id = :id AND ${OPEN}`, { workspaceId, id: uuidOrNil(id) })
      .getOne();
  }

  async findOpenFor(workspaceId: string, email: string): Promise<Invitation | null> {
    return this.builder()
      .where(`i.workspace_id = :workspaceId AND i.email = :email AND ${OPEN}`, { workspaceId, email })
      .getOne();
  }

  /** The invitation of this token to this account's verified address, open or accepted. */
  async findFor(accountId: string, tokenHash: Buffer): Promise<Invitation | null> {
    return this.builder()
      .innerJoin('accounts', 'a', 'a.email = i.email AND a.email_verified_at IS NOT NULL')
      .where('i.token_hash = :tokenHash AND a.id = :accountId', { tokenHash, accountId })
      .andWhere('i.revoked_at IS NULL AND (i.accepted_at IS NOT NULL OR i.expires_at > now())')
      .getOne();
  }

  /** Valid for seven days. */
  async insert({ restrictedAgentIds, ...invitation }: NewInvitation): Promise<Invitation> {
    const id = newId();
    await this.work.query(
      `INSERT INTO invitations
         (id, workspace_id, email, role, restricted_agent_ids, token_hash, invited_by_account_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '7 days')`,
      [
        id,
        invitation.workspaceId,
        invitation.email,
        invitation.role,
        restrictedAgentIds,
        invitation.tokenHash,
        invitation.invitedByAccountId,
      ],
    );
    return this.work.manager.findOneByOrFail(Invitation, { id, workspaceId: invitation.workspaceId });
  }

  /** Ends every invitation of the address that was neither accepted nor revoked, expired ones included. */
  async revokeFor(workspaceId: string, email: string): Promise<void> {
    await this.work.query(
      `UPDATE invitations SET revoked_at = now()
       WHERE workspace_id = $1 AND email = $2 AND accepted_at IS NULL AND revoked_at IS NULL`,
      [workspaceId, email],
    );
  }

  async markAccepted(workspaceId: string, id: string): Promise<void> {
    await this.work.query('UPDATE invitations SET accepted_at = now() WHERE workspace_id = $1 AND id = $2', [
      workspaceId,
      id,
    ]);
  }

  private builder() {
    return this.work.manager.createQueryBuilder(Invitation, 'i').orderBy('i.id', 'DESC');
  }
}
