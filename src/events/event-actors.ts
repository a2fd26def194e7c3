import { Injectable } from '@nestjs/common';
import type { EventActor } from '../common/event-types/log-entry';
import { requestIfAny } from '../common/request/request-context';
import type { RequestContext } from '../common/request/request-context';

/** Who makes the changes of this process: the callers of requests, and outside of requests the service itself or its operator. */
@Injectable()
export class EventActors {
  private withoutRequest: EventActor = { kind: 'system' };

  /** From now on, changes outside of requests are those of the operator. */
  serveOperator(): void {
    this.withoutRequest = { kind: 'operator' };
  }

  /** The named actor, or that of the running request; and the id of the request, by which a program recognizes its own calls. */
  of(named: EventActor | undefined): EventActor & { requestId: string | null } {
    const request = requestIfAny();
    const actor = request ? callerOf(request) : this.withoutRequest;
    const isOwn = actor.kind === 'member' || actor.kind === 'key';
    return { ...(named ?? actor), requestId: request && isOwn ? request.requestId : null };
  }
}

function callerOf({ principal, scope }: RequestContext): EventActor {
  switch (principal.kind) {
    case 'session':
    case 'credential':
      return { kind: 'member', id: scope && 'memberId' in scope ? scope.memberId : null };
    case 'key':
    case 'token':
      return { kind: 'key', id: principal.keyId };
    case 'visitor':
      return { kind: 'visitor' };
    case 'public':
      return { kind: 'system' };
  }
}
