import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { GapGroupsService } from './gap-groups.service';
import {
  DismissKnowledgeGapsInput,
  KnowledgeGapDismissalDto,
  KnowledgeGapGroupListDto,
  KnowledgeGapPageDto,
  ListKnowledgeGapGroupsQuery,
  ListKnowledgeGapsQuery,
} from './knowledge-gap.dto';
import { KnowledgeGapsService } from './knowledge-gaps.service';

@ApiTags('Knowledge')
@Controller('workspaces/:workspaceId/agents/:agentId/knowledge/gaps')
export class KnowledgeGapsController {
  constructor(
    private readonly gaps: KnowledgeGapsService,
    private readonly groups: GapGroupsService,
  ) {}

  @Get()
  @Operation({
    operationId: 'listKnowledgeGaps',
    summary: 'List knowledge gaps',
    description:
      'Returns the questions that the agent’s sources could not answer, newest first. Follow `nextCursor` until ' +
      'it is null.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: KnowledgeGapPageDto,
    cli: {
      name: 'gaps list',
      formerly: ['knowledge list-gaps'],
      columns: [
        { title: 'question', fields: ['question'] },
        { title: 'age', fields: ['createdAt'], as: 'age' },
      ],
    },
  })
  async list(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Query() query: ListKnowledgeGapsQuery,
  ): Promise<KnowledgeGapPageDto> {
    return KnowledgeGapPageDto.from(await this.gaps.page(member, agentId, query));
  }

  @Get('groups')
  @Operation({
    operationId: 'listKnowledgeGapGroups',
    summary: 'List groups of knowledge gaps',
    description:
      'Groups the newest 500 gaps that ask the same, despite other forms of words and small typing errors. Each group comes ' +
      'with the passage that is closest to an answer.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: KnowledgeGapGroupListDto,
    limit: 'search',
    cli: { name: 'gaps groups', formerly: ['knowledge list-gap-groups'] },
  })
  async listGroups(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Query() { limit }: ListKnowledgeGapGroupsQuery,
  ): Promise<KnowledgeGapGroupListDto> {
    return KnowledgeGapGroupListDto.from(await this.groups.list(member, agentId, limit));
  }

  @Post('dismiss')
  @Operation({
    operationId: 'dismissKnowledgeGaps',
    summary: 'Dismiss knowledge gaps',
    description:
      'Deletes gaps that no source has to answer, or that a new source answers. A question that is asked again in vain becomes a ' +
      'gap again. The conversations stay.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'], fields: { gapIds: 'plain' } },
    returns: KnowledgeGapDismissalDto,
    cli: 'gaps dismiss',
  })
  async dismiss(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() { gapIds }: DismissKnowledgeGapsInput,
  ): Promise<KnowledgeGapDismissalDto> {
    return { dismissed: await this.gaps.dismiss(member, agentId, gapIds) };
  }
}
