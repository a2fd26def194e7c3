import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { CustomDomainDto } from './custom-domain.dto';
import { CustomDomainsRepository } from './custom-domains.repository';

/** The custom domain of an event, as the API shows it. */
@Injectable()
export class CustomDomainResource {
  constructor(resources: EventResources, rows: CustomDomainsRepository) {
    resources.register('custom_domain', async ({ workspaceId }, ids) =>
      byId(await rows.listByIds(workspaceId, ids), (one) => CustomDomainDto.from(one)),
    );
  }
}
