import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Erasers } from '../../common/erasure/erasers';
import { DomainEvents } from '../../common/events/domain-events';
import { StoredResponses } from '../../common/idempotency/stored-responses';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { NoteAdded } from '../../conversations/conversation-events';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import { CarriedFilesService } from '../../files/carried-files.service';
import { SavedReplyFiles } from '../saved-replies/saved-reply-files.service';
import type { CreateInboxNoteInput } from './inbox-note.dto';
import type { InboxNote } from './inbox-note.entity';
import { InboxNotesRepository } from './inbox-notes.repository';

/** Internal notes. Every member who sees a conversation reads and writes its notes. No note can be changed or removed. */
@Injectable()
export class InboxNotesService {
  constructor(
    private readonly notes: InboxNotesRepository,
    private readonly conversations: ConversationWriter,
    private readonly events: DomainEvents,
    private readonly files: CarriedFilesService,
    private readonly savedReplies: SavedReplyFiles,
    private readonly work: UnitOfWork,
    responses: StoredResponses,
    erasers: Erasers,
  ) {
    erasers.register({
      step: 'contents',
      erase: async ({ workspaceId, conversationIds }) => {
        await responses.eraseAll(await notes.listIds(workspaceId, conversationIds));
      },
    });
  }

  /**
   * Changes neither the version of the conversation nor its position in lists.
   *
   * @throws NotFound 404 if the conversation was erased in the meantime, FilesUnknown 400
   */
  create(
    member: WorkspaceScope & Pick<Member, 'memberId'>,
    conversationId: string,
    { content, attachmentIds }: CreateInboxNoteInput,
  ): Promise<InboxNote> {
    return this.work.run(async () => {
      const { workspaceId, memberId: authorMemberId } = member;
      // Locked, so that a concurrent erasure deletes the note as well, or comes first.
      const conversation = await this.conversations.requireLocked(member, conversationId);
      const { id, agentId } = conversation;
      const noteId = await this.conversations.nextItemId(conversation);
      const note = await this.notes.insert({ id: noteId, workspaceId, conversationId: id, authorMemberId, content });
      const carrier = { workspaceId, conversationId: id, messageId: note.id };
      const keepers = await this.savedReplies.keepersOf(member, { agentId }, attachmentIds);
      await this.files.carry(carrier, `member:${authorMemberId}`, attachmentIds, keepers);
      this.events.publish(new NoteAdded({ workspaceId, agentId, conversationId: id, noteId: note.id, authorMemberId }));
      return note;
    });
  }

  page({ workspaceId }: WorkspaceScope, conversationId: string, request: PageRequest): Promise<Page<InboxNote>> {
    return this.notes.page(workspaceId, conversationId, request);
  }

  find(workspaceId: string, conversationId: string, id: string): Promise<InboxNote | null> {
    return this.notes.find(workspaceId, conversationId, id);
  }

  /** The newest notes, oldest first: at most `most`, and as many as begin within `characters`. */
  listNewest(
    workspaceId: string,
    conversationId: string,
    range: { most: number; characters: number },
  ): Promise<Pick<InboxNote, 'id' | 'content'>[]> {
    return this.notes.listNewest(workspaceId, conversationId, range);
  }
}
