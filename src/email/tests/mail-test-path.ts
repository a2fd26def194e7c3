import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { MailTestsService } from './mail-tests.service';

/** The test in a path, for the agent of the path. */
@Injectable()
export class MailTestPath {
  constructor(resources: PathResources, tests: MailTestsService) {
    resources.register('mailTestId', async (id, { scope, parameters }) => {
      const { agentId } = parameters;
      return scope !== null && agentId !== undefined && tests.exists(scope, agentId.toLowerCase(), id);
    });
  }
}
