import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../config/load-settings';
import { UnitOfWork } from '../database/unit-of-work';
import { DomainError } from '../errors/domain-error';
import { currentRequest, type RequestContext } from '../http/request-context';
import type { RegisteredOperation } from '../operations/registered-operation';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { Seal } from '../secrets/seal';
import { canonicalJson } from './canonical-json';
import { type Claim, IdempotentExecutor } from './idempotent-executor';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Where a request brings an Idempotency-Key and the operation takes one, has its handler run at most once (contract §1).
 * The key is claimed when the handler runs, after validation; here it is only read.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  private readonly seal: Seal;

  constructor(
    private readonly work: UnitOfWork,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {
    this.seal = new Seal(settings.values.SECRET_KEY, 'idempotency');
  }

  canActivate(context: ExecutionContext): boolean {
    const current = currentRequest();
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (current.operation?.idempotent && key !== undefined) {
      if (typeof key !== 'string' || !KEY.test(key)) throw new IdempotencyKeyInvalid();
      const { params, query, body } = request as { params: unknown; query: unknown; body: unknown };
      // Keyed, because a body may hold a password that a plain hash would let somebody guess.
      const fingerprint = this.seal.fingerprint(canonicalJson({ params, query, body }));
      const claim = { caller: callerOf(current), operation: current.operation.operationId, key, fingerprint };
      const { operation } = current;
      current.executor = new IdempotentExecutor(this.work, this.seal, claim, () => this.countGuess(operation, claim));
    }
    return true;
  }

  /**
   * An answer to a request with a known key tells whether its body is the earlier one, and so whether its password is the
   * right one: that is a proof too, and is counted before it is made.
   */
  private async countGuess({ errors }: RegisteredOperation, { caller, operation, key }: Claim): Promise<void> {
    if (!errors?.includes('password_proof_failed')) return;
    const claimed = this.seal.fingerprint(JSON.stringify([caller, operation, key])).toString('base64url');
    const max = this.settings.values.LIMIT_PROOF_PER_USER;
    await this.limiter.consume({ key: `proof:replay:${claimed}`, max, windowSeconds: 15 * 60 });
  }
}

function callerOf({ principal, address }: RequestContext): string {
  switch (principal.kind) {
    case 'public':
      return `address:${address}`;
    case 'session':
    case 'credential':
      return `account:${principal.accountId}`;
    case 'key':
    case 'token':
      return `key:${principal.keyId}`;
  }
}

class IdempotencyKeyInvalid extends DomainError {
  constructor() {
    super('idempotency_key_invalid', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.', {
      details: [
        { path: 'header.Idempotency-Key', code: 'invalid', message: 'must be 1 to 255 visible ASCII characters' },
      ],
    });
  }
}
