import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { KnowledgeGapPageDto, ListKnowledgeGapsQuery } from './knowledge-gap.dto';
import { KnowledgeGapsService } from './knowledge-gaps.service';

@ApiTags('Knowledge')
@Controller('workspaces/:workspaceId/agents/:agentId/knowledge/gaps')
export class KnowledgeGapsController {
  constructor(private readonly gaps: KnowledgeGapsService) {}

  @Get()
  @Operation({
    operationId: 'listKnowledgeGaps',
    summary: 'List knowledge gaps',
    description:
      'Returns the questions that the agent’s sources could not answer, newest first. Follow `nextCursor` until ' +
      'it is null.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: KnowledgeGapPageDto,
    cli: 'knowledge list-gaps',
  })
  async list(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Query() query: ListKnowledgeGapsQuery,
  ): Promise<KnowledgeGapPageDto> {
    return KnowledgeGapPageDto.from(await this.gaps.page(member, agentId, query));
  }
}
