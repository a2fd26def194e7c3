import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DOMAINS_MIGRATIONS } from '../../migrations/domains';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { leftOut } from '../common/feature/table-policy';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { DOMAIN_EVENTS } from './custom-domain-event.types';
import { CustomDomainPath } from './custom-domain-path';
import { CustomDomain } from './custom-domain.entity';
import { CustomDomainsController } from './custom-domains.controller';
import { CustomDomainsRepository } from './custom-domains.repository';
import { CustomDomainsService } from './custom-domains.service';
import { DomainCheck } from './domain-check';
import { DomainChecks } from './domain-checks';
import { DomainLookup } from './domain-lookup';
import { ProxiesController } from './proxies.controller';
import { RoutingProof } from './routing-proof';
import { ServedDomains } from './served-domains';
import { CustomDomainResource } from './custom-domain-resource';

/** Customers' own host names: their ownership, their routing, and the pages under them. */
@Feature({
  name: 'domains',
  tables: {
    custom_domains: leftOut('DNS leads them to the installation where they were registered; register them again', {
      setUpAgain: 'custom domains',
    }),
  },
  migrations: DOMAINS_MIGRATIONS,
  events: DOMAIN_EVENTS,
})
@Module({
  imports: [TypeOrmModule.forFeature([CustomDomain]), AgentsModule, WorkspacesModule],
  controllers: [CustomDomainsController, ProxiesController],
  providers: [
    CustomDomainResource,
    CustomDomainsService,
    CustomDomainsRepository,
    CustomDomainPath,
    DomainCheck,
    DomainChecks,
    DomainLookup,
    RoutingProof,
    ServedDomains,
  ],
  exports: [CustomDomainsService],
})
export class DomainsModule {}
