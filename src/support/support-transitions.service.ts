import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { VersionConflict } from '../common/errors/domain-error';
import { ensureNotAhead } from '../common/validation/not-ahead';
import { canonicalJson } from '../common/idempotency/canonical-json';
import { StoredResponses } from '../common/idempotency/stored-responses';
import { JsonText } from '../common/request/json-text';
import type { Member } from '../common/request/principal';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';
import { HistoryRepository } from './history.repository';
import { type ChangedRequest, RequestChangesService } from './request-changes.service';
import { TransitionedRequestDto } from './support-request.dto';
import type { SupportRequest } from './support-request.entity';
import { allowedTransitions } from './support-request-rules';
import {
  InvalidRequestTransition,
  InvalidResumeTime,
  OccurredTooEarly,
  TooManyTransitions,
  TransitionKeyReused,
} from './support-requests.errors';
import { SupportRequestsService } from './support-requests.service';
import type { RequestedTransition } from './transition.types';

/** Of an episode. */
const MOST_TRANSITIONS = 1_000;
const LONGEST_WAIT_MS = 366 * 24 * 3_600_000;

/** A transition that was made, or the stored response of an earlier request with the same key. */
export interface TransitionResponse {
  body: JsonText;
  replayed: boolean;
}

/**
 * Moves support requests from state to state, each time once: a request with the same key gets the response of the first
 * one. Of two members at once, the later one gets the error that the version has changed.
 */
@Injectable()
export class SupportTransitionsService {
  private readonly seal: Seal;

  constructor(
    private readonly requests: SupportRequestsService,
    private readonly changes: RequestChangesService,
    private readonly history: HistoryRepository,
    private readonly responses: StoredResponses,
    private readonly work: UnitOfWork,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'support-transitions');
  }

  /**
   * The keys are those of a member and a request.
   *
   * @throws NotFound 404, ValidationFailed, RequestAssigneeNotAllowed 400, TransitionKeyReused, VersionConflict,
   * InvalidRequestTransition, TooManyLiveRequests 409
   */
  async transition(member: Member, requestId: string, requested: RequestedTransition): Promise<TransitionResponse> {
    const { transition } = requested;
    return this.work.run(async () => {
      if (transition.kind === 'activate' && transition.assigneeMemberId) await this.requests.lockMembers(member);
      const request = await this.requests.requireLocked(member, requestId);
      const canonical = canonicalJson(requested);
      const key = {
        caller: `member:${member.memberId}`,
        operation: 'transitionSupportRequest',
        key: `${request.id}:${requested.idempotencyKey}`,
      };
      const stored = await this.responses.find(key);
      if (stored && !this.seal.isFingerprint(stored.fingerprint, canonical)) throw new TransitionKeyReused();
      if (stored) return { body: new JsonText(this.seal.open(stored.response)), replayed: true };
      const changed = await this.change(member, request, requested);
      const text = JSON.stringify(
        TransitionedRequestDto.from(changed, await this.requests.getChanged(member, request.id)),
      );
      const response = { fingerprint: this.seal.fingerprint(canonical), response: this.seal.seal(text) };
      await this.responses.insert(key, response, request.id);
      return { body: new JsonText(text), replayed: false };
    });
  }

  private async change(
    { memberId }: Member,
    request: SupportRequest,
    { transition, expectedVersion, reason, occurredAt }: RequestedTransition,
  ): Promise<ChangedRequest> {
    const recordedAt = await databaseTime(this.work);
    ensureNotAhead(occurredAt, recordedAt, '/occurredAt');
    if (transition.kind === 'wait') ensureResumable(transition.resumeAt, occurredAt);
    if (expectedVersion !== request.version) throw new VersionConflict(request.version);
    if (occurredAt < request.stateSince) throw new OccurredTooEarly(request.stateSince);
    const allowed = allowedTransitions(request.state);
    if (!allowed.includes(transition.kind)) throw new InvalidRequestTransition(request.state, transition.kind, allowed);
    if (transition.kind !== 'end' && transition.kind !== 'reopen') await this.ensureRoom(request);
    if (transition.kind === 'activate') {
      await this.requests.ensureAssignable(
        request,
        transition.assigneeMemberId ?? null,
        '/transition/assigneeMemberId',
      );
    }
    return this.changes.move(request, transition, { memberId, reason, occurredAt, recordedAt });
  }

  private async ensureRoom({ workspaceId, id, episodeNumber }: SupportRequest): Promise<void> {
    const made = await this.history.countEpisode(workspaceId, id, episodeNumber);
    if (made >= MOST_TRANSITIONS) throw new TooManyTransitions(MOST_TRANSITIONS);
  }
}

function ensureResumable(resumeAt: Date | null, occurredAt: Date): void {
  if (resumeAt === null) return;
  const wait = resumeAt.getTime() - occurredAt.getTime();
  if (wait <= 0 || wait > LONGEST_WAIT_MS) throw new InvalidResumeTime();
}
