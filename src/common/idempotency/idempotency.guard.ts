import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../config/load-settings';
import { UnitOfWork } from '../database/unit-of-work';
import { DomainError } from '../errors/domain-error';
import { limitedAddress } from '../request/client-address';
import { currentRequest, type RequestContext } from '../request/request-context';
import { Seal } from '../secrets/seal';
import { authorityOf } from './authority';
import { canonicalJson } from './canonical-json';
import { IdempotentExecutor } from './idempotent-executor';
import { ReplayChecks } from './replay-checks';
import { StoredResponses } from './stored-responses';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * If a request has an Idempotency-Key and the operation takes one, sets an executor that runs the handler at most once. The guard
 * only reads the key. The executor claims it after validation.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  private readonly seal: Seal;

  constructor(
    private readonly work: UnitOfWork,
    private readonly responses: StoredResponses,
    private readonly checks: ReplayChecks,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'idempotency');
  }

  canActivate(context: ExecutionContext): boolean {
    const current = currentRequest();
    const { operation, principal } = current;
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    if (operation?.idempotent && key !== undefined) {
      if (typeof key !== 'string' || !KEY.test(key)) throw new IdempotencyKeyInvalid();
      const { params, query, headers } = request;
      const body = request.body as Record<string, unknown>;
      // Use a keyed hash, because a body can contain a password, which could be guessed from a plain hash.
      const requestText = canonicalJson({ params, query, body });
      const [caller, ...otherCallers] = this.seal.fingerprints(requestText).map((one) => callerOf(current, one));
      const claim = { caller: caller!, otherCallers, operation: operation.operationId, key, requestText };
      const repeated = { principal, origin: headers.origin ?? null, body };
      current.executor = new IdempotentExecutor(this.work, this.responses, this.seal, claim, authorityOf(current), () =>
        this.checks.pass(operation, repeated),
      );
    }
    return true;
  }
}

/**
 * The owner of an idempotency key: a session, a credential or a workspace key. The tokens of a workspace key share its idempotency
 * keys, because a token can change between retries. Without a credential, the owner is one request from one address, so that
 * strangers behind the same address do not share keys.
 */
function callerOf({ principal, address }: RequestContext, fingerprint: Buffer): string {
  switch (principal.kind) {
    case 'public':
      return `public:${limitedAddress(address)}:${fingerprint.toString('base64url')}`;
    case 'session':
      return `session:${principal.sessionId}`;
    case 'credential':
      return `credential:${principal.credentialId}`;
    case 'key':
    case 'token':
      return `key:${principal.keyId}`;
    case 'visitor':
      return `visitor:${principal.sessionId}`;
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
