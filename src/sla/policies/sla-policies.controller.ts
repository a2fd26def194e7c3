import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { CreateSlaPolicyInput, UpdateSlaPolicyInput } from './sla-policy-input.dto';
import { SlaPolicyDto, SlaPolicyListDto } from './sla-policy.dto';
import { SlaPoliciesService } from './sla-policies.service';
import { PreviewSlaTargetInput, SlaTargetPreviewDto } from './target-preview.dto';

/** The fields of a policy in the audit log. */
const AUDITED_FIELDS = {
  name: 'text',
  position: 'plain',
  pauseOn: 'plain',
  targets: 'plain',
  enabled: 'plain',
  match: 'plain',
  calendar: 'text',
} as const;

@Section('How long support requests may take, in the working time of a calendar.')
@ApiTags('SLA policies')
@Controller('workspaces/:workspaceId/sla-policies')
export class SlaPoliciesController {
  constructor(private readonly policies: SlaPoliciesService) {}

  @Post()
  @Operation({
    operationId: 'createSlaPolicy',
    summary: 'Create an SLA policy',
    description:
      'Its position moves the policies from there on down by one. It holds for clocks that start from now on. A workspace ' +
      'has at most 100 policies.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['sla_policy', 'response.id'],
      fields: AUDITED_FIELDS,
    },
    returns: SlaPolicyDto,
    status: 201,
    errors: ['association_invalid', 'invalid_timezone', 'sla_policy_limit_reached'],
    location: '/workspaces/{workspaceId}/sla-policies/{id}',
    idempotent: true,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateSlaPolicyInput): Promise<SlaPolicyDto> {
    return SlaPolicyDto.from(await this.policies.create(member, input), member);
  }

  @Get()
  @Operation({
    operationId: 'listSlaPolicies',
    summary: 'List the SLA policies of a workspace',
    description:
      'By position. A restricted member sees only the policies for all agents or for at least one of their own.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SlaPolicyListDto,
  })
  async list(@CurrentMember() member: Member): Promise<SlaPolicyListDto> {
    return SlaPolicyListDto.from(await this.policies.list(member), member);
  }

  @Post('preview')
  @Operation({
    operationId: 'previewSlaTarget',
    summary: 'Preview when a target is due',
    description:
      'Returns the due time of a clock that starts at `startedAt`, runs by this calendar and never pauses, and the working ' +
      'time that counts until then. It stores nothing, so you can show what a calendar means before you save the policy.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    audit: 'none: it stores nothing',
    returns: SlaTargetPreviewDto,
    errors: ['invalid_timezone'],
    readOnly: true,
    cli: 'policies preview-target',
  })
  async preview(@CurrentMember() member: Member, @Body() input: PreviewSlaTargetInput): Promise<SlaTargetPreviewDto> {
    return SlaTargetPreviewDto.from(await this.policies.preview(member, input));
  }

  @Get(':policyId')
  @Operation({
    operationId: 'getSlaPolicy',
    summary: 'Get an SLA policy',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SlaPolicyDto,
  })
  async get(@CurrentMember() member: Member, @Param('policyId') policyId: string): Promise<SlaPolicyDto> {
    return SlaPolicyDto.from(await this.policies.get(member, policyId), member);
  }

  @Patch(':policyId')
  @Operation({
    operationId: 'updateSlaPolicy',
    summary: 'Update an SLA policy',
    description:
      'Changes only the fields you send: `match` and `calendar` are merged, arrays and `weekly` are replaced. Clocks that ' +
      'have started keep what they started with.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['sla_policy', 'path.policyId'],
      fields: AUDITED_FIELDS,
    },
    returns: SlaPolicyDto,
    errors: ['association_invalid', 'invalid_timezone', 'version_conflict'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('policyId') policyId: string,
    @Body() input: UpdateSlaPolicyInput,
  ): Promise<SlaPolicyDto> {
    return SlaPolicyDto.from(await this.policies.update(member, policyId, input), member);
  }

  @Delete(':policyId')
  @Operation({
    operationId: 'removeSlaPolicy',
    summary: 'Remove an SLA policy',
    description: 'The policies after it move up by one. Clocks that have started go on.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['sla_policy', 'path.policyId'] },
    returns: RemovalDto,
    destructive: true,
    cli: {
      consequence: 'The policies after it move up by one. Clocks that have started go on. This cannot be undone.',
    },
  })
  async remove(@CurrentMember() member: Member, @Param('policyId') policyId: string): Promise<RemovalDto> {
    await this.policies.remove(member, policyId);
    return REMOVED;
  }
}
