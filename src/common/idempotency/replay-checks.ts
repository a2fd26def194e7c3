import { Injectable } from '@nestjs/common';
import type { CallerCheck } from '../operations/caller-checks';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { Principal } from '../request/principal';

/** A validated request with an Idempotency-Key that was used before. `body` is the body as sent. */
export interface RepeatedRequest {
  principal: Principal;
  origin: string | null;
  body: Readonly<Record<string, unknown>>;
}

/** Throws the refusal of the service for a new request of this content. */
export type ReplayCheck = (request: RepeatedRequest) => Promise<void> | void;

/**
 * The checks of callers that services make in addition to the guards, by the name that operations declare. A stored response is only
 * sent to a caller who passes them again. Other callers learn nothing about the earlier request. Features register their checks.
 */
@Injectable()
export class ReplayChecks {
  private readonly checks = new Map<CallerCheck, ReplayCheck>();

  register(name: CallerCheck, check: ReplayCheck): void {
    if (this.checks.has(name)) throw new Error(`Two checks of the name ${name}`);
    this.checks.set(name, check);
  }

  /** In the order in which the operation declares them. */
  async pass({ checks = [] }: RegisteredOperation, request: RepeatedRequest): Promise<void> {
    for (const name of checks) {
      const check = this.checks.get(name);
      if (!check) throw new Error(`No feature has registered the check ${name}`);
      await check(request);
    }
  }
}
