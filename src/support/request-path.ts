import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { SupportRequestsRepository } from './support-requests.repository';

/** The support request of a path, in the workspace of the path, with an agent that the caller sees. */
@Injectable()
export class RequestPath {
  constructor(resources: PathResources, requests: SupportRequestsRepository) {
    resources.register('requestId', async (id, { scope }) => scope !== null && requests.exists(scope, id));
  }
}
