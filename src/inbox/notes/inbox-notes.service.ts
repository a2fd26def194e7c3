import { Injectable } from '@nestjs/common';
import { NoteAdded } from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { ConversationsRepository } from '../../conversations/conversations.repository';
import type { InboxNote } from './inbox-note.entity';
import { InboxNotesRepository } from './inbox-notes.repository';

/** Internal notes. Every member who sees a conversation reads and writes its notes; nobody changes or removes one. */
@Injectable()
export class InboxNotesService {
  constructor(
    private readonly notes: InboxNotesRepository,
    private readonly conversations: ConversationsRepository,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Changes nothing of the conversation: neither its order in the list nor its version.
   *
   * @throws NotFound 404 where it was erased meanwhile
   */
  create(member: Member, conversationId: string, content: string): Promise<InboxNote> {
    return this.work.run(async () => {
      const { workspaceId, memberId: authorMemberId } = member;
      // Locked, so that an erasure takes the note as well, or was before it.
      const { id, agentId } = await this.conversations.requireLocked(member, conversationId);
      const note = await this.notes.insert({ workspaceId, conversationId: id, authorMemberId, content });
      this.events.publish(new NoteAdded({ workspaceId, agentId, conversationId: id, noteId: note.id, authorMemberId }));
      return note;
    });
  }

  page({ workspaceId }: WorkspaceScope, conversationId: string, request: PageRequest): Promise<Page<InboxNote>> {
    return this.notes.page(workspaceId, conversationId, request);
  }
}
