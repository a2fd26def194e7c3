import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { FoundTextPageDto, SearchMessagesQuery } from './message-search.dto';
import { MessageSearchService } from './message-search.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/search')
export class MessageSearchController {
  constructor(private readonly texts: MessageSearchService) {}

  @Get()
  @Operation({
    operationId: 'searchMessages',
    summary: 'Search messages, notes, subjects and file names',
    description:
      'Returns the texts with all words of `q`, newest first, in the conversations that you can see. Quoted parts of emails ' +
      'and undone replies are not searched; of a long text, the first 20,000 characters are. A page looks at a bounded ' +
      'number of texts, so it may be short or empty. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: FoundTextPageDto,
    limit: 'inbox_search_per_user',
    cli: { name: 'inbox search', arguments: ['q'], examples: ["inbox search 'refund INV-2026-0042'"] },
  })
  async search(@CurrentMember() member: Member, @Query() query: SearchMessagesQuery): Promise<FoundTextPageDto> {
    return FoundTextPageDto.from(await this.texts.page(member, query));
  }
}
