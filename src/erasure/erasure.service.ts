import { Injectable, type Type } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Erasers } from '../common/erasure/erasers';
import type { ErasedCounts, Erasure } from '../common/erasure/erasure.types';
import type { Member, WorkspaceScope } from '../common/request/principal';
import { ContactErasuresService } from '../contacts/contact-erasures.service';
import { ContactLog } from '../contacts/contact-log.service';
import { ContactProfilesService } from '../contacts/contact-profiles.service';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { confirmationOf } from './confirmation';
import { ErasureCountNames } from './erasure-count-names';
import type { EraseContactInput } from './erasure.dto';
import { ConfirmationRequired } from './erasure.errors';
import type { CompleteReceipt, ConversationsErasure, ErasurePreview } from './erasure.types';

/**
 * The features that know a person do the erasing: each declares or registers how to count and erase its rows. This
 * service
 * only decides who is erased, and when the conversations are locked.
 *
 * An erasure is one transaction. It takes locks in the order of a chat turn, so that the two cannot deadlock: the
 * person
 * (against another erasure), the contact with its place in the search index, then the steps of `ERASURE_STEPS`.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly profiles: ContactProfilesService,
    private readonly erased: ContactErasuresService,
    private readonly conversations: ConversationQueries,
    private readonly writer: ConversationWriter,
    private readonly erasers: Erasers,
    private readonly names: ErasureCountNames,
    private readonly work: UnitOfWork,
    private readonly log: ContactLog,
  ) {
    erasers.claim(['contacts']);
  }

  /** Whether a person with this id exists or existed, and the caller may see them. */
  async isKnown(scope: WorkspaceScope, contactId: string): Promise<boolean> {
    if (await this.profiles.exists(scope, contactId)) return true;
    if ((await this.conversations.countOfContact(scope, contactId)) > 0) return true;
    return scope.agentIds === null && (await this.erased.findReceipt(scope.workspaceId, contactId)) !== null;
  }

  async preview(workspaceId: string, subjectId: string): Promise<ErasurePreview> {
    const contactId = subjectId.toLowerCase();
    const profile = await this.profiles.find(workspaceId, contactId);
    const conversationIds = await this.conversations.listIdsOfContact(workspaceId, contactId, null);
    const counts = this.names.ofContact({
      contacts: profile ? 1 : 0,
      conversations: conversationIds.length,
      ...(await this.erasers.count({ workspaceId, contactId, conversationIds })),
    });
    const receipt = await this.erased.findReceipt(workspaceId, contactId);
    const confirmation = confirmationOf(contactId, profile, counts);
    return {
      contactId,
      hasProfile: profile !== null,
      counts,
      confirmation,
      receipt: receipt && this.names.completed(receipt),
    };
  }

  /**
   * Erases, then compares the deleted records with the confirmed ones. If they differ, everything is rolled back.
   *
   * @throws ConfirmationRequired 400
   */
  async erase(member: Member, subjectId: string, { confirm }: EraseContactInput): Promise<CompleteReceipt> {
    const { workspaceId, memberId: erasedBy } = member;
    const contactId = subjectId.toLowerCase();
    return this.work.run(async () => {
      const done = await this.erased.findLocked(workspaceId, contactId);
      if (done) return this.names.completed(done);
      if (confirm === undefined) throw new ConfirmationRequired('required');

      const profile = await this.profiles.erase(workspaceId, contactId);
      const erasure: Erasure = {
        cause: 'request',
        workspaceId,
        contactId,
        agentIds: await this.conversations.listAgentIdsOfContact(workspaceId, contactId),
        conversationIds: await this.conversations.listIdsOfContact(workspaceId, contactId, null),
        addresses: [],
      };
      let wroteFrom: string[] = [];
      const records = await this.take(erasure, async () => {
        const conversations = await this.writer.lockOfContact(workspaceId, contactId);
        wroteFrom = await this.conversations.listMailAddressesOfContact(workspaceId, conversations);
        erasure.addresses = [...wroteFrom, ...(profile?.email ? [profile.email] : [])];
        return conversations;
      });
      const counts = this.names.ofContact({ contacts: profile ? 1 : 0, ...records });
      if (confirm !== confirmationOf(contactId, profile, counts)) throw new ConfirmationRequired('not_current');
      // Without this, mail that waits to be read could bring the person back, even if the profile was removed before.
      const identity = profile ?? (wroteFrom[0] === undefined ? null : { externalId: null, email: wroteFrom[0] });
      const receipt = await this.erased.remember({ workspaceId, contactId, erasedBy }, identity, counts);
      this.log.erased(workspaceId, contactId, receipt.id, erasure.conversationIds.length);
      return this.names.completed(receipt);
    });
  }

  /**
   * Erases conversations of one agent, with any contacts, and ends the visitor sessions in which they began. A message
   * that
   * arrives meanwhile finds no conversation to continue.
   */
  async eraseConversations(
    workspaceId: string,
    agentId: string,
    conversationIds: readonly string[],
  ): Promise<ConversationsErasure> {
    return this.work.run(async () => {
      // The conversations about them quote them.
      const all = await this.conversations.listWithSides(workspaceId, conversationIds);
      const erasure = erasureOf('request', workspaceId, [agentId], all);
      const lock = (): Promise<string[]> => this.writer.lockAll(workspaceId, all);
      const records = this.names.ofConversations(await this.take(erasure, lock));
      const erasedAt = await databaseTime(this.work);
      return { erasedAt, records };
    });
  }

  /**
   * Erases the oldest conversations that have been closed for at least this many days, at most `most`. Returns their
   * number.
   * Visitor sessions and mail in transit are left alone: both start a new conversation.
   */
  async eraseOldConversations(workspaceId: string, days: number, most: number): Promise<number> {
    return this.work.run(async () => {
      const old = await this.conversations.listOld(workspaceId, days, most);
      if (old.length === 0) return 0;
      const conversationIds = old.map(({ id }) => id);
      const agentIds = [...new Set(old.map(({ agentId }) => agentId))];
      const erasure = erasureOf('age', workspaceId, agentIds, conversationIds);
      // One of them may have been reopened meanwhile.
      await this.take(erasure, () => this.writer.lockOld(workspaceId, days, conversationIds));
      return old.length;
    });
  }

  /** Adds the counts that other features register for conversations to an answer's DTO. */
  documentCounts(Dto: Type): void {
    this.names.documentIn(Dto);
  }

  /** The counters of agents are updated at the end of the transaction, from the events of the erased rows. */
  private async take(erasure: Erasure, lockConversations: () => Promise<string[]>): Promise<ErasedCounts> {
    await this.erasers.erase(erasure, ['agents', 'sessions']);
    erasure.conversationIds = await lockConversations();
    const records = await this.erasers.erase(erasure, ['contents', 'conversations', 'traces']);
    return { conversations: erasure.conversationIds.length, ...records };
  }
}

function erasureOf(
  cause: Erasure['cause'],
  workspaceId: string,
  agentIds: readonly string[],
  conversationIds: readonly string[],
): Erasure {
  return { cause, workspaceId, contactId: null, agentIds, conversationIds, addresses: [] };
}
