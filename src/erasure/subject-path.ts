import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { ErasureService } from './erasure.service';

/** Finds the person in a path, even if the profile is gone. Up to three statements. */
@Injectable()
export class SubjectPath {
  constructor(resources: PathResources, erasures: ErasureService) {
    resources.register('subjectId', async (id, { scope }) => scope !== null && erasures.isKnown(scope, id));
  }
}
