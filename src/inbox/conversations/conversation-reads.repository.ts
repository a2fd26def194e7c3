import { Injectable } from '@nestjs/common';
import { onViolation } from '../../common/database/constraint-violation';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import type { Member } from '../../common/request/principal';
import { MARK_READ } from './conversation-reads.sql';
import type { ConversationReadDto } from './conversation.dto';

/** The table inbox_reads. */
@Injectable()
export class ConversationReadsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * Notes that the member has read up to this time, or up to the newest message; what they have read stays read. What they
   * have read now. One statement.
   *
   * @throws NotFound where the conversation or the member is gone
   */
  async upsertDto(
    { workspaceId, memberId }: Member,
    conversationId: string,
    readUpTo: string | null,
  ): Promise<ConversationReadDto> {
    const parameters = [workspaceId, conversationId, memberId, readUpTo];
    const marking = this.work.query<ConversationReadDto>(MARK_READ, parameters);
    const marked = onViolation('inbox_reads_conversation', onViolation('inbox_reads_member', marking, gone), gone);
    return required((await marked)[0]);
  }
}

const gone = (): Error => new NotFound();
