import type { UnitOfWork } from '../database/unit-of-work';
import { isUuid } from '../database/uuid';
import { DomainError } from '../errors/domain-error';
import { JsonText } from '../http/json-text';
import { currentRequest, type Executor } from '../http/request-context';
import { markReplayed } from './replayed';
import type { Seal } from '../secrets/seal';

export interface Claim {
  caller: string;
  operation: string;
  key: string;
  fingerprint: Buffer;
}

interface StoredResponse {
  body: string;
  setCookie?: string | string[];
}

/**
 * Runs a handler once for each key, in one transaction with its effect: an advisory lock keeps a second request of the
 * same key out while the first runs, and the response is stored with what it tells of. A refused or failed handler rolls
 * everything back, so its key stays free. Responses are sealed, because some of them hold a secret.
 */
export class IdempotentExecutor implements Executor {
  constructor(
    private readonly work: UnitOfWork,
    private readonly seal: Seal,
    private readonly claim: Claim,
    /** Called before a request is compared with an earlier one of its key; may refuse. */
    private readonly beforeComparing: () => Promise<void>,
  ) {}

  async execute(handler: () => Promise<unknown>): Promise<unknown> {
    return this.work.run(async () => {
      await this.lock();
      const stored = await this.stored();
      if (stored) return this.replay(stored);
      const answer = await handler();
      const text = JSON.stringify(answer);
      await this.store(text, recordIdOf(answer));
      return new JsonText(text);
    });
  }

  private async lock(): Promise<void> {
    const { caller, operation, key } = this.claim;
    const [row] = await this.work.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
      [JSON.stringify([caller, operation, key])],
    );
    if (!row?.locked) {
      throw new DomainError('request_in_progress', 'A request with this key is still running.', {
        retryAfterSeconds: 1,
      });
    }
  }

  private async stored(): Promise<StoredResponse | null> {
    const { caller, operation, key, fingerprint } = this.claim;
    const [row] = await this.work.query<{ fingerprint: Buffer; response: Buffer }>(
      'SELECT fingerprint, response FROM idempotency_keys WHERE caller = $1 AND operation = $2 AND key = $3',
      [caller, operation, key],
    );
    if (!row) return null;
    await this.beforeComparing();
    if (!row.fingerprint.equals(fingerprint)) {
      throw new DomainError('idempotency_key_reused', 'This key was used for another request before.');
    }
    return JSON.parse(this.seal.open(row.response)) as StoredResponse;
  }

  private replay({ body, setCookie }: StoredResponse): JsonText {
    if (setCookie !== undefined) currentRequest().response.setHeader('Set-Cookie', setCookie);
    return markReplayed({ body: new JsonText(body), replayed: true });
  }

  private async store(body: string, recordId: string | null): Promise<void> {
    const { caller, operation, key, fingerprint } = this.claim;
    const setCookie = currentRequest().response.getHeader('Set-Cookie');
    const response = this.seal.seal(JSON.stringify({ body, setCookie }));
    await this.work.query(
      `INSERT INTO idempotency_keys (caller, operation, key, fingerprint, response, record_id)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [caller, operation, key, fingerprint, response, recordId],
    );
  }
}

/** The id of the record that a request made, so that its response can be erased with the record. */
function recordIdOf(answer: unknown): string | null {
  const { id } = (answer ?? {}) as { id?: unknown };
  return typeof id === 'string' && isUuid(id) ? id : null;
}
