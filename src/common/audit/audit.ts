import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { newId } from '../database/uuid';
import type { AuditedOperation } from '../operations/audited';
import type { AuditNotes } from '../request/audit-notes';
import { requestIfAny, type RequestContext } from '../request/request-context';
import { actorOf, NO_ONE, originOf, workspaceOf } from './audit-origin';
import { idsAt } from './audited-places';
import { AuditLog } from './audit-log.port';
import type { NewAuditEntry } from './audit.types';
import { auditedChanges, changeOf } from './audited-changes';

/** A change that no request makes. `changes` has values without names, addresses or words of people. */
export interface OwnChange extends Partial<Pick<NewAuditEntry, 'subject' | 'related'>> {
  readonly workspaceId: string | null;
  /** In camelCase, verb first: `setPlan`. */
  readonly name: string;
  readonly changes?: Readonly<Record<string, { readonly before?: unknown; readonly after: unknown }>>;
}

/**
 * Writes the audit log. A request has one entry, which follows from the declaration of its operation and is written in the transaction
 * of its change: without the entry, there is no change. Services only note what the declaration cannot find.
 */
@Injectable()
export class Audit {
  constructor(
    private readonly work: UnitOfWork,
    private readonly log: AuditLog,
  ) {}

  /** Notes something for the entry of the running request. Does nothing outside of requests. */
  note(notes: Omit<AuditNotes, 'isWritten'>): void {
    const request = requestIfAny();
    if (request) request.audit = { ...request.audit, ...notes };
  }

  /** Notes the values before the change: the record, or as many of its fields as the operation declares. */
  before(values: object): void {
    // A copy: services change the records that they have read.
    this.note({ before: { ...values } });
  }

  /**
   * Writes the entry of the running request in the running transaction, for operations with `transaction: 'service'`. A second call in
   * one request does nothing, nor does a call outside of such a request.
   */
  async write(notes: Omit<AuditNotes, 'isWritten'> = {}): Promise<void> {
    this.note(notes);
    const request = requestIfAny();
    const audited = request?.operation?.audit;
    if (!request || typeof audited !== 'object' || audited.transaction !== 'service') return;
    await this.append(request, audited, null);
  }

  /** Runs the handler of a request, and writes its entry unless the answer is that of an earlier request. */
  async around(request: RequestContext, audited: AuditedOperation, handler: () => Promise<unknown>): Promise<unknown> {
    if (audited.transaction === 'service') return handler();
    // An export changes nothing: it is recorded once it begins, apart from what it reads.
    if (request.operation?.readOnly) return this.afterwards(request, audited, handler);
    return this.work.run(() => this.afterwards(request, audited, handler));
  }

  /** Records a command of an operator, in the transaction of its change. */
  operator(change: OwnChange): Promise<void> {
    return this.own('operator', change);
  }

  /** Records what the service does by itself, in the transaction of the change. */
  system(change: OwnChange): Promise<void> {
    return this.own('system', change);
  }

  private async afterwards(
    request: RequestContext,
    audited: AuditedOperation,
    handler: () => Promise<unknown>,
  ): Promise<unknown> {
    const answer = await handler();
    // The answer of an earlier request with the same key: nothing was changed again.
    if (!request.response.hasHeader('Idempotency-Replayed')) await this.append(request, audited, answer);
    return answer;
  }

  private async append(request: RequestContext, audited: AuditedOperation, answer: unknown): Promise<void> {
    const notes = request.audit ?? {};
    if (notes.isWritten) return;
    request.audit = { ...notes, isWritten: true };
    const idAt = idsAt(request, answer);
    const subjectId = notes.subjectId ?? idAt(audited.subject[1]);
    const related = Object.entries(audited.related ?? {}).flatMap(([type, place]) => {
      const id = idAt(place);
      return id === null ? [] : [{ type, id }];
    });
    await this.log.append({
      ...originOf(request),
      id: newId(),
      workspaceId:
        workspaceOf(request) ?? notes.workspaceId ?? (audited.workspace === undefined ? null : idAt(audited.workspace)),
      operationId: request.operation!.operationId,
      outcome: 'succeeded',
      code: null,
      count: 1,
      actor: actorOf(request),
      subject: subjectId === null ? null : { type: audited.subject[0], id: subjectId },
      related: [...related, ...(notes.related ?? [])].slice(0, 10),
      changes: auditedChanges(audited.fields ?? {}, request.body, notes.before),
    });
  }

  private async own(
    surface: 'operator' | 'system',
    { workspaceId, name, changes = {}, ...of }: OwnChange,
  ): Promise<void> {
    await this.log.append({
      id: newId(),
      workspaceId,
      operationId: `${surface}.${name}`,
      surface,
      outcome: 'succeeded',
      code: null,
      count: 1,
      actor: { ...NO_ONE, kind: surface },
      subject: of.subject ?? null,
      related: of.related ?? [],
      changes: Object.entries(changes).map(([field, { before = null, after }]) =>
        changeOf(field, 'text', before, after),
      ),
      requestId: null,
      address: null,
      client: null,
    });
  }
}
