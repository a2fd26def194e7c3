import { Injectable } from '@nestjs/common';
import type { MessageRole } from '../../conversations/conversation.types';
import { InboxNotesService } from '../notes/inbox-notes.service';
import { TranscriptsRepository } from './transcripts.repository';

/** A message or a note as a model reads it. Ids are in the order of writing. */
export interface TranscriptLine {
  id: string;
  role: Exclude<MessageRole, 'system'> | 'note';
  text: string;
}

/** Messages, and notes, of a transcript, at most. */
const MOST_LINES = 200;

/** Conversations as material for a model: without automatic mail, quoted text, and replies that were not sent. */
@Injectable()
export class TranscriptsService {
  constructor(
    private readonly transcripts: TranscriptsRepository,
    private readonly notes: InboxNotesService,
  ) {}

  /** The newest messages, oldest first: as many as begin within `characters`. */
  async messages(workspaceId: string, conversationId: string, characters: number): Promise<TranscriptLine[]> {
    const range = { most: MOST_LINES, characters };
    const lines = (await this.transcripts.list(workspaceId, conversationId, range)).map(
      ({ id, role, content, quotedFrom }) => ({ id, role, text: content.slice(0, quotedFrom ?? undefined).trim() }),
    );
    return lines.filter(({ text }) => text !== '');
  }

  /** The same with the newest notes, which have the same limit again. Only for text that only members see. */
  async messagesAndNotes(workspaceId: string, conversationId: string, characters: number): Promise<TranscriptLine[]> {
    const newest = await this.notes.listNewest(workspaceId, conversationId, { most: MOST_LINES, characters });
    const notes = newest.map(({ id, content }) => ({ id, role: 'note' as const, text: content }));
    const lines = [...(await this.messages(workspaceId, conversationId, characters)), ...notes];
    return lines.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
