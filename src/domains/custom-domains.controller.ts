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
    description: `The plan must include custom domains. Read the domain afterwards: \`records\` has the DNS records to create.
They are checked within a minute, and then less and less often for seven days.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: CustomDomainDto,
    status: 201,
    errors: ['domain_taken', 'plan_required', 'plan_limit_reached', 'association_invalid'],
    idempotent: true,
    cli: 'domains register',
  })
  async register(@CurrentMember() member: Member, @Body() input: CreateCustomDomainInput): Promise<CustomDomainDto> {
    return CustomDomainDto.from(await this.domains.register(member, input));
  }

  @Get()
  @Operation({
    operationId: 'listCustomDomains',
    summary: 'List the custom domains of a workspace',
    description: 'Oldest first. Follow `nextCursor` until it is null.',
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
    description: 'With the DNS records to create, and what the last check found.',
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
    description: `Once a minute. Takes a few seconds. If the name servers do not answer, the status stays as it is. Starts over if
the domain has \`failed\`.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
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
    description: 'From now on nothing answers at the domain, even where a proxy still has its certificate.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: RemovalDto,
    destructive: true,
    cli: 'domains remove',
  })
  async remove(@CurrentMember() member: Member, @Param('customDomainId') customDomainId: string): Promise<RemovalDto> {
    await this.domains.remove(member, customDomainId);
    return REMOVED;
  }

  private detail(domain: Parameters<typeof CustomDomainDto.from>[0]): CustomDomainDetailDto {
    return CustomDomainDetailDto.ofTarget(domain, this.settings.visitorHost);
  }
}
