import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { PreviewRetentionQuery, RetentionDto, RetentionPreviewDto, UpdateRetentionInput } from './retention.dto';
import { RetentionService } from './retention.service';

@Section('How long a workspace keeps what was said.')
@ApiTags('Workspaces')
@Controller('workspaces/:workspaceId/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @Operation({
    operationId: 'getRetention',
    summary: 'Get how long a workspace keeps what was said',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: RetentionDto,
  })
  async get(@CurrentMember() member: Member): Promise<RetentionDto> {
    return RetentionDto.from(await this.retention.find(member));
  }

  @Patch()
  @Operation({
    operationId: 'updateRetention',
    summary: 'Set how long a workspace keeps what was said',
    description: `What is older is deleted in the background from then on, and cannot be restored: preview it first. Open
conversations and those with a live support request are never deleted. Only changes the fields that you send.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: RetentionDto,
    mcp: false,
  })
  async update(@CurrentMember() member: Member, @Body() input: UpdateRetentionInput): Promise<RetentionDto> {
    return RetentionDto.from(await this.retention.update(member, input));
  }

  @Get('preview')
  @Operation({
    operationId: 'previewRetention',
    summary: 'Count what is older than a workspace would keep it',
    description:
      'Deletes nothing. For each period you omit, the current setting applies; if there is none, the count is 0. Counts are capped at 10,000.',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: RetentionPreviewDto,
  })
  async preview(@CurrentMember() member: Member, @Query() query: PreviewRetentionQuery): Promise<RetentionPreviewDto> {
    return RetentionPreviewDto.from(await this.retention.preview(member, query));
  }
}
