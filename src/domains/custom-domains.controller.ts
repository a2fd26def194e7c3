import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../common/operations/removal.dto';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import {
  CreateCustomDomainInput,
  CustomDomainDetailDto,
  CustomDomainDto,
  CustomDomainPageDto,
  ListCustomDomainsQuery,
} from './custom-domain.dto';
import { CustomDomainsService } from './custom-domains.service';

@Section('Your own host names for agents’ chat pages.')
@ApiTags('Custom domains')
@Controller('workspaces/:workspaceId/custom-domains')
export class CustomDomainsController {
  constructor(
    private readonly domains: CustomDomainsService,
    private readonly settings: Settings,
  ) {}

  @Post()
  @Operation({
    operationId: 'registerCustomDomain',
    summary: 'Register a custom domain',
    description: `The plan must include custom domains. Afterwards, get the domain: \`records\` lists the DNS records to create.
The first check follows within a minute. Further checks follow at growing intervals, for seven days.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['custom_domain', 'response.id'],
      fields: { domain: 'text' },
      related: { agent: 'body.agentId' },
    },
    returns: CustomDomainDto,
    status: 201,
    errors: ['domain_taken', 'plan_required', 'plan_limit_reached', 'association_invalid'],
    idempotent: true,
    cli: { name: 'domains register', arguments: ['domain', 'agentId'] },
  })
  async register(@CurrentMember() member: Member, @Body() input: CreateCustomDomainInput): Promise<CustomDomainDto> {
    return CustomDomainDto.from(await this.domains.register(member, input));
  }

  @Get()
  @Operation({
    operationId: 'listCustomDomains',
    summary: 'List the custom domains of a workspace',
    description: 'Returns the domains oldest first. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: CustomDomainPageDto,
    cli: 'domains list',
  })
  async list(@CurrentMember() member: Member, @Query() query: ListCustomDomainsQuery): Promise<CustomDomainPageDto> {
    return CustomDomainPageDto.from(await this.domains.page(member, query));
  }

  @Get(':customDomainId')
  @Operation({
    operationId: 'getCustomDomain',
    summary: 'Get a custom domain',
    description: 'Returns the domain with the DNS records to create and the result of the last check.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: CustomDomainDetailDto,
    cli: 'domains get',
  })
  async get(
    @CurrentMember() member: Member,
    @Param('customDomainId') customDomainId: string,
  ): Promise<CustomDomainDetailDto> {
    return this.detail(await this.domains.get(member, customDomainId));
  }

  @Post(':customDomainId/verify')
  @Operation({
    operationId: 'verifyCustomDomain',
    summary: 'Check the DNS records of a custom domain now',
    description: `Takes a few seconds; allowed once a minute. If the name servers do not answer, the status does not change. A
    domain that has \`failed\` starts over.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['custom_domain', 'path.customDomainId'], transaction: 'service' },
    returns: CustomDomainDetailDto,
    errors: ['domain_taken', 'rate_limited'],
    cli: 'domains verify',
  })
  async verify(
    @CurrentMember() member: Member,
    @Param('customDomainId') customDomainId: string,
  ): Promise<CustomDomainDetailDto> {
    return this.detail(await this.domains.verify(member, customDomainId));
  }

  @Delete(':customDomainId')
  @Operation({
    operationId: 'removeCustomDomain',
    summary: 'Remove a custom domain',
    description: 'The domain stops answering immediately, even if a proxy still has its certificate.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['custom_domain', 'path.customDomainId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { name: 'domains remove', consequence: 'The domain stops answering now. You can register it again.' },
  })
  async remove(@CurrentMember() member: Member, @Param('customDomainId') customDomainId: string): Promise<RemovalDto> {
    await this.domains.remove(member, customDomainId);
    return REMOVED;
  }

  private detail(domain: Parameters<typeof CustomDomainDto.from>[0]): CustomDomainDetailDto {
    return CustomDomainDetailDto.ofTarget(domain, this.settings.visitorHost);
  }
}
