import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { LabelsRepository } from './labels.repository';

/** The label of a path, in the workspace of the path. */
@Injectable()
export class LabelPath {
  constructor(resources: PathResources, labels: LabelsRepository) {
    resources.register('labelId', async (id, { scope }) => scope !== null && labels.exists(scope.workspaceId, id));
  }
}
