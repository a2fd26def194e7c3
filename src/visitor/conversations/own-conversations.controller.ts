import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import { VisitorOverviewDto } from './own-conversation.dto';
import { OwnConversationsService } from './own-conversations.service';

@ApiTags('Visitors')
@Controller('visitor/session')
export class OwnConversationsController {
  constructor(private readonly conversations: OwnConversationsService) {}

  @Get()
  @Operation({
    operationId: 'getVisitorSession',
    summary: 'Get the visitor session and its conversations',
    description:
      'The newest 20. A verified visitor has the conversations of their contact with this agent, on every device; anyone ' +
      'else those of this session.',
    access: { kind: 'visitor' },
    returns: VisitorOverviewDto,
    errors: ['rate_limited'],
    noStore: true,
    cli: false,
  })
  async get(@CurrentVisitor() visitor: VisitorPrincipal): Promise<VisitorOverviewDto> {
    return VisitorOverviewDto.from(visitor, await this.conversations.list(visitor));
  }
}
