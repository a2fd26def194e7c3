import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/principal';
import type { ErrorCode } from '../errors/error-codes';
import type { RegisteredOperation } from '../operations/registered-operation';

/** A request whose key is known, validated; its body is what was sent. */
export interface RepeatedRequest {
  principal: Principal;
  origin: string | null;
  body: Readonly<Record<string, unknown>>;
}

/** Throws what a service would refuse the request with, were it new. */
export type ReplayCheck = (request: RepeatedRequest) => Promise<void> | void;

/**
 * What services check of a caller beside the guards, by the refusal that the operation declares for it. A stored answer is
 * given only to who passes these again, and nobody else learns anything of the earlier request. Features register their
 * own.
 */
@Injectable()
export class ReplayChecks {
  private readonly checks = new Map<ErrorCode, ReplayCheck>();

  register(code: ErrorCode, check: ReplayCheck): void {
    if (this.checks.has(code)) throw new Error(`Two checks for the refusal ${code}`);
    this.checks.set(code, check);
  }

  /** In the order in which the operation declares the refusals. */
  async pass({ errors = [] }: RegisteredOperation, request: RepeatedRequest): Promise<void> {
    for (const code of errors) await this.checks.get(code)?.(request);
  }
}
