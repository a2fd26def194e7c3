import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { PreviewRetentionQuery, RetentionDto, RetentionPreviewDto, UpdateRetentionInput } from './retention.dto';
import { RetentionService } from './retention.service';

@Section('How long a workspace keeps conversations and related data.')
@ApiTags('Workspaces')
@Controller('workspaces/:workspaceId/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @Operation({
    operationId: 'getRetention',
    summary: 'Get the retention periods of a workspace',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: RetentionDto,
    cli: { name: 'retention get', formerly: ['workspaces get-retention'] },
  })
  async get(@CurrentMember() member: Member): Promise<RetentionDto> {
    return RetentionDto.from(await this.retention.find(member));
  }

  @Patch()
  @Operation({
    operationId: 'updateRetention',
    summary: 'Update the retention periods of a workspace',
    description: `Changes only the fields that you send. Older data is then deleted in the background and cannot be restored, so
preview the change first. Open conversations and those with a live support request are never deleted.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['workspace', 'path.workspaceId'],
      fields: { conversationDays: 'plain', turnDays: 'plain', gapDays: 'plain', mailDays: 'plain', auditDays: 'plain' },
    },
    returns: RetentionDto,
    mcp: false,
    cli: { name: 'retention update', formerly: ['workspaces update-retention'] },
  })
  async update(@CurrentMember() member: Member, @Body() input: UpdateRetentionInput): Promise<RetentionDto> {
    return RetentionDto.from(await this.retention.update(member, input));
  }

  @Get('preview')
  @Operation({
    operationId: 'previewRetention',
    summary: 'Preview the retention of a workspace',
    description:
      'Counts the data that the periods would delete now; deletes nothing. For each period you omit, the current ' +
      'setting applies; if there is none, the count is 0. Counts are capped at 10,000.',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: RetentionPreviewDto,
    cli: { name: 'retention preview', formerly: ['workspaces preview-retention'] },
  })
  async preview(@CurrentMember() member: Member, @Query() query: PreviewRetentionQuery): Promise<RetentionPreviewDto> {
    return RetentionPreviewDto.from(await this.retention.preview(member, query));
  }
}
