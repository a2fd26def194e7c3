import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { CreateLabelInput, LabelDto, LabelPageDto, ListLabelsQuery, UpdateLabelInput } from './label.dto';
import { LabelsService } from './labels.service';

@Section('Labels that members sort conversations by, and links of conversations to other workspaces.')
@ApiTags('Labels')
@Controller('workspaces/:workspaceId/labels')
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Post()
  @Operation({
    operationId: 'createLabel',
    summary: 'Create a label',
    description: 'A workspace has at most 500 labels.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['label', 'response.id'], fields: { name: 'text', color: 'plain' } },
    returns: LabelDto,
    status: 201,
    errors: ['label_name_taken', 'label_limit_reached'],
    idempotent: true,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateLabelInput): Promise<LabelDto> {
    return LabelDto.from(await this.labels.create(member, input));
  }

  @Get()
  @Operation({
    operationId: 'listLabels',
    summary: 'List the labels of a workspace',
    description: 'Returns labels, oldest first. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: LabelPageDto,
    inDefaultToolset: true,
  })
  async list(@CurrentMember() member: Member, @Query() query: ListLabelsQuery): Promise<LabelPageDto> {
    return LabelPageDto.from(await this.labels.page(member, query));
  }

  @Patch(':labelId')
  @Operation({
    operationId: 'updateLabel',
    summary: 'Update a label',
    description: 'Changes only the fields that you send, on every conversation that has the label.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin' },
    audit: { subject: ['label', 'path.labelId'], fields: { name: 'text', color: 'plain' } },
    returns: LabelDto,
    errors: ['label_name_taken'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('labelId') labelId: string,
    @Body() input: UpdateLabelInput,
  ): Promise<LabelDto> {
    return LabelDto.from(await this.labels.update(member, labelId, input));
  }

  @Delete(':labelId')
  @Operation({
    operationId: 'removeLabel',
    summary: 'Remove a label',
    description: 'Also removes the label from every conversation that has it.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin' },
    audit: { subject: ['label', 'path.labelId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { consequence: 'All conversations lose the label. This cannot be undone.' },
  })
  async remove(@CurrentMember() member: Member, @Param('labelId') labelId: string): Promise<RemovalDto> {
    await this.labels.remove(member, labelId);
    return REMOVED;
  }
}
