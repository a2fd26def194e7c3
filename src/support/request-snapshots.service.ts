import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../common/events/domain-events';
import type { WorkspaceScope } from '../common/request/principal';
import { HistoryRepository } from './history.repository';
import { snapshotOf } from './request-snapshot';
import type { RequestSnapshot } from './support-events';
import type { HistoryStep } from './support-request.types';
import { SupportRequestsRepository } from './support-requests.repository';
import { SupportRequestsService } from './support-requests.service';

/** Support requests for features that follow their events. */
@Injectable()
export class RequestSnapshotsService {
  constructor(
    private readonly requests: SupportRequestsService,
    private readonly repository: SupportRequestsRepository,
    private readonly history: HistoryRepository,
    private readonly events: DomainEvents,
  ) {}

  /** @throws NotFound 404 */
  async get(scope: WorkspaceScope, requestId: string): Promise<RequestSnapshot> {
    return snapshotOf(await this.repository.require(scope, requestId));
  }

  /**
   * The request, locked after its conversation until the transaction ends. If its time to go on has come, it has gone on, and the
   * subscribers of that event have run.
   *
   * @throws NotFound 404
   */
  async lock(scope: WorkspaceScope, requestId: string): Promise<RequestSnapshot> {
    const request = await this.requests.requireLocked(scope, requestId);
    await this.events.settle();
    return snapshotOf(request);
  }

  /** The history of the present episode up to the version of the snapshot, oldest first. */
  async listEpisode(request: RequestSnapshot): Promise<HistoryStep[]> {
    const { workspaceId, supportRequestId, episodeNumber } = request;
    return upTo(request, await this.history.listEpisode(workspaceId, supportRequestId, episodeNumber));
  }

  /** The history of an episode after a version, and the beginning of the next episode; up to the version of the snapshot. */
  async listEpisodeAfter(version: number, request: RequestSnapshot, episodeNumber: number): Promise<HistoryStep[]> {
    const { workspaceId, supportRequestId } = request;
    const key = { workspaceId, supportRequestId, episodeNumber };
    return upTo(request, await this.history.listEpisodeAfter(version, key));
  }

  /**
   * Brings `dueAt` of these requests up to their clocks. One statement; the caller holds the locks of the conversations.
   * `requests`: perhaps with repetitions.
   */
  updateDue(requests: readonly Pick<RequestSnapshot, 'workspaceId' | 'supportRequestId'>[]): Promise<void> {
    return this.repository.updateDue(requests);
  }
}

function upTo<Step extends HistoryStep>({ version }: RequestSnapshot, steps: readonly Step[]): Step[] {
  return steps.filter((step) => step.version <= version);
}
