import { tryAdvisoryLock } from '../database/advisory-lock';
import type { UnitOfWork } from '../database/unit-of-work';
import { isUuid } from '../database/uuid';
import { DomainError } from '../errors/domain-error';
import { JsonText } from '../request/json-text';
import { currentRequest, type Executor } from '../request/request-context';
import type { Seal } from '../secrets/seal';
import { type Authority, refusalBeyond } from './authority';
import { markReplayed } from './replayed';
import type { IdempotencyKey, StoredResponse, StoredResponses } from './stored-responses';

export interface Claim extends IdempotencyKey {
  /** Names of the same caller under which a process with another SECRET_KEY can have stored the response. */
  otherCallers: readonly string[];
  /** The path parameters, query and body of the request as canonical JSON. */
  requestText: string;
}

/** The sealed content of a stored response. */
interface StoredContent {
  body: string;
  setCookie?: string | string[];
  /** The access of its caller at the time of the request. */
  authority: Authority;
}

/**
 * Runs a handler once for each key. An advisory lock excludes a second request with the same key while the first runs. The response
 * is stored in the same transaction as the effect of the handler. If the handler is refused or fails, the transaction is rolled back
 * and the key stays free. Responses are sealed, because some contain a secret.
 *
 * A replay must pass the same checks as the first request: the guards have run, the checks of the service run again, and a caller
 * with less access than at the time of the first request does not get the response.
 */
export class IdempotentExecutor implements Executor {
  constructor(
    private readonly work: UnitOfWork,
    private readonly responses: StoredResponses,
    private readonly seal: Seal,
    private readonly claim: Claim,
    private readonly authority: Authority,
    /** Repeats the checks of the service before anything about the earlier request is revealed. */
    private readonly checkAgain: () => Promise<void>,
  ) {}

  async execute(handler: () => Promise<unknown>): Promise<unknown> {
    return this.work.run(async () => {
      await this.lock();
      const stored = await this.responses.find(this.claim, this.claim.otherCallers);
      if (stored) return this.replay(stored);
      const answer = await handler();
      const text = JSON.stringify(answer);
      await this.store(text, recordIdOf(answer));
      return new JsonText(text);
    });
  }

  private async lock(): Promise<void> {
    const { caller, otherCallers, operation, key } = this.claim;
    for (const one of new Set([caller, ...otherCallers])) {
      if (await tryAdvisoryLock(this.work, JSON.stringify([one, operation, key]))) continue;
      throw new DomainError(
        'request_in_progress',
        'A request with this Idempotency-Key is still in progress. Try again shortly.',
        { retryAfterSeconds: 1 },
      );
    }
  }

  private async replay({ fingerprint, response }: StoredResponse): Promise<JsonText> {
    await this.checkAgain();
    if (!this.seal.isFingerprint(fingerprint, this.claim.requestText)) {
      throw new DomainError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used for another request. Use a new one.',
      );
    }
    const { body, setCookie, authority } = JSON.parse(this.seal.open(response)) as StoredContent;
    const refusal = refusalBeyond(authority, this.authority);
    if (refusal) throw refusal;
    if (setCookie !== undefined) currentRequest().response.setHeader('Set-Cookie', setCookie);
    return markReplayed({ body: new JsonText(body), replayed: true });
  }

  private async store(body: string, recordId: string | null): Promise<void> {
    const setCookie = currentRequest().response.getHeader('Set-Cookie');
    const response = this.seal.seal(JSON.stringify({ body, setCookie, authority: this.authority }));
    const fingerprint = this.seal.fingerprint(this.claim.requestText);
    await this.responses.insert(this.claim, { fingerprint, response }, recordId);
  }
}

/** The id of the record that a request created, so that the response can be erased with the record. */
function recordIdOf(answer: unknown): string | null {
  const { id } = (answer ?? {}) as { id?: unknown };
  return typeof id === 'string' && isUuid(id) ? id : null;
}
