import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { CustomDomainsRepository } from './custom-domains.repository';

/** The custom domain of a path, where the caller reaches its agent. */
@Injectable()
export class CustomDomainPath {
  constructor(resources: PathResources, domains: CustomDomainsRepository) {
    resources.register('customDomainId', async (id, { scope }) => scope !== null && domains.exists(scope, id));
  }
}
