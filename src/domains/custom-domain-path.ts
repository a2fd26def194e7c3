import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { CustomDomainsRepository } from './custom-domains.repository';

/** Finds the custom domain in a path, if the caller can see its agent. */
@Injectable()
export class CustomDomainPath {
  constructor(resources: PathResources, domains: CustomDomainsRepository) {
    resources.register('customDomainId', async (id, { scope }) => scope !== null && domains.exists(scope, id));
  }
}
