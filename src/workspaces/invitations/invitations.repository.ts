import { Injectable } from '@nestjs/common';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { Invitation } from './invitation.entity';

const OPEN = 'i.acceptedAt IS NULL AND i.revokedAt IS NULL AND i.expiresAt > now()';

type NewInvitation = Pick<
  Invitation,
  'workspaceId' | 'email' | 'role' | 'restrictedAgentIds' | 'tokenHash' | 'invitedByAccountId'
>;

/** The table invitations. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Newest first. The plan's limit of members bounds their number. */
  listOpen(workspaceId: string): Promise<Invitation[]> {
    return this.select().where(`i.workspaceId = :workspaceId AND ${OPEN}`, { workspaceId }).getMany();
  }

  async requireOpen(workspaceId: string, id: string): Promise<Invitation> {
    return required(await this.selectOpen(workspaceId, id).getOne());
  }

  findOpenByEmail(workspaceId: string, email: string): Promise<Invitation | null> {
    return this.select()
      .where(`i.workspaceId = :workspaceId AND i.email = :email AND ${OPEN}`, { workspaceId, email })
      .getOne();
  }

  /** The open or accepted invitation with this token, sent to the verified address of this account. */
  async requireForAccount(accountId: string, tokenHash: Buffer): Promise<Invitation> {
    const invitation = await this.select()
      .innerJoin('accounts', 'a', 'a.email = i.email AND a.email_verified_at IS NOT NULL')
      .where('i.tokenHash = :tokenHash AND a.id = :accountId', { tokenHash, accountId })
      .andWhere('i.revokedAt IS NULL AND (i.acceptedAt IS NOT NULL OR i.expiresAt > now())')
      .getOne();
    return required(invitation);
  }

  /** The open invitation with this token. */
  async requireOpenByToken(tokenHash: Buffer): Promise<Invitation> {
    return required(await this.select().where(`i.tokenHash = :tokenHash AND ${OPEN}`, { tokenHash }).getOne());
  }

  existsOpen(workspaceId: string, id: string): Promise<boolean> {
    return this.selectOpen(workspaceId, id).getExists();
  }

  /** Valid for seven days. */
  async insert(invitation: NewInvitation): Promise<Invitation> {
    const id = newId();
    const expiresAt = (): string => `now() + interval '7 days'`;
    await this.work.manager.insert(Invitation, { ...invitation, id, expiresAt });
    return this.work.manager.findOneByOrFail(Invitation, { id, workspaceId: invitation.workspaceId });
  }

  /** Ends every invitation of the address that was neither accepted nor revoked, including expired ones. */
  async revoke(workspaceId: string, email: string): Promise<void> {
    const pending = { workspaceId, email, acceptedAt: IsNull(), revokedAt: IsNull() };
    await this.work.manager.update(Invitation, pending, { revokedAt: () => 'now()' });
  }

  async accept(workspaceId: string, id: string): Promise<void> {
    await this.work.manager.update(Invitation, { workspaceId, id }, { acceptedAt: () => 'now()' });
  }

  private selectOpen(workspaceId: string, id: string): SelectQueryBuilder<Invitation> {
    return this.select().where(`i.workspaceId = :workspaceId AND i.id = :id AND ${OPEN}`, {
      workspaceId,
      id: uuidOrNil(id),
    });
  }

  private select(): SelectQueryBuilder<Invitation> {
    return this.work.manager.createQueryBuilder(Invitation, 'i').orderBy('i.id', 'DESC');
  }
}
