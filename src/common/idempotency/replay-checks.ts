import { Injectable } from '@nestjs/common';
import type { CallerCheck } from '../operations/caller-checks';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { Principal } from '../request/principal';

/** A request whose key is known, validated; its body is what was sent. */
export interface RepeatedRequest {
  principal: Principal;
  origin: string | null;
  body: Readonly<Record<string, unknown>>;
}

/** Throws what a service would refuse the request with, were it new. */
export type ReplayCheck = (request: RepeatedRequest) => Promise<void> | void;

/**
 * What services check of a caller beside the guards, by the name under which operations declare it. A stored answer is
 * given only to who passes these again, and nobody else learns anything of the earlier request. Features register their
 * own.
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
      if (!check) throw new Error(`Nobody knows how to check ${name} again`);
      await check(request);
    }
  }
}
