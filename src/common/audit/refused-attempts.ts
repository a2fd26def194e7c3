import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { newId } from '../database/uuid';
import { logger } from '../logging/logger';
import { processMetrics } from '../metrics/process-metrics';
import { isInWorkspace } from '../operations/path-workspace';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { RequestContext } from '../request/request-context';
import { actorOf, originOf, workspaceOf } from './audit-origin';
import { AuditLog } from './audit-log.port';
import { idsAt } from './audited-places';
import type { NewAuditEntry } from './audit.types';

const WINDOW_MS = 5 * 60_000;
/** The most subjects that one caller is recorded with for the same refusal in a window. Others count together, without a subject. */
const MOST_SUBJECTS = 20;
/** The most windows of a process, which bounds its memory. */
const MOST_WINDOWS = 10_000;

const suppressed = new Counter({
  name: 'parley_audit_refusals_suppressed_total',
  help: 'Refused attempts that have no audit entry of their own, because they are counted with an earlier one.',
  registers: [processMetrics],
});

interface Window {
  readonly entry: NewAuditEntry;
  repetitions: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Records attempts of known callers that were refused, after the rollback and the response, so that a failure changes neither. The
 * first is recorded at once. Equal ones of the next five minutes (caller, operation, code, subject) are counted in memory and recorded
 * as one entry at their end, or when the process ends.
 */
@Injectable()
export class RefusedAttempts implements BeforeApplicationShutdown {
  private readonly windows = new Map<string, Window>();
  /** The subjects in the current window of a caller, by caller, operation and code. */
  private readonly subjects = new Map<string, Set<string>>();
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly log: AuditLog) {}

  /** Never fails and does not wait. */
  happened({ status, code }: { status: number; code: string }, request: RequestContext | undefined): void {
    const { operation } = request ?? {};
    if (!request || !operation || !isRecorded(operation, status, code) || !isKnown(request, operation, code)) return;
    this.count({
      ...originOf(request),
      id: newId(),
      workspaceId: workspaceOf(request),
      operationId: operation.operationId,
      outcome: 'refused',
      code,
      count: 1,
      actor: actorOf(request),
      subject: subjectOf(request, operation),
      related: [],
      changes: [],
    });
  }

  /** Resolves when all entries so far are written. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const key of [...this.windows.keys()]) this.close(key);
    await this.settled();
  }

  private count(entry: NewAuditEntry): void {
    const { actor, operationId, code } = entry;
    const attempt = JSON.stringify([entry.workspaceId, actor, operationId, code]);
    const subject = this.recordedSubject(attempt, entry.subject?.id);
    const key = JSON.stringify([attempt, subject]);
    const window = this.windows.get(key);
    if (window) {
      window.repetitions += 1;
      suppressed.inc();
      return;
    }
    if (this.windows.size >= MOST_WINDOWS) this.close(this.windows.keys().next().value!);
    const recorded = subject === null ? { ...entry, subject: null } : entry;
    const timer = setTimeout(() => this.close(key), WINDOW_MS).unref();
    this.windows.set(key, { entry: recorded, repetitions: 0, timer });
    this.write(recorded);
  }

  private recordedSubject(attempt: string, id: string | undefined): string | null {
    if (id === undefined) return null;
    const known = this.subjects.get(attempt);
    if (!known) this.forgetLater(attempt, id);
    else if (known.size < MOST_SUBJECTS) known.add(id);
    else if (!known.has(id)) return null;
    return id;
  }

  private forgetLater(attempt: string, id: string): void {
    this.subjects.set(attempt, new Set([id]));
    setTimeout(() => this.subjects.delete(attempt), WINDOW_MS).unref();
  }

  private close(key: string): void {
    const window = this.windows.get(key);
    if (!window) return;
    clearTimeout(window.timer);
    this.windows.delete(key);
    if (window.repetitions > 0) this.write({ ...window.entry, id: newId(), count: window.repetitions });
  }

  private write(entry: NewAuditEntry): void {
    const { operationId, code } = entry;
    const written = this.log
      .append(entry)
      .catch((error: unknown) => logger.error({ err: error, operationId, code }, 'refused attempt not recorded'))
      .finally(() => this.pending.delete(written));
    this.pending.add(written);
  }
}

function isRecorded({ destructive }: RegisteredOperation, status: number, code: string): boolean {
  return status === 403 || code === 'password_proof_failed' || (status === 404 && destructive === true);
}

/** Members and keys of the workspace, and accounts for their own operations. Strangers only count in the metrics. */
function isKnown({ principal, scope, audit }: RequestContext, operation: RegisteredOperation, code: string): boolean {
  switch (principal.kind) {
    case 'visitor':
      return false;
    case 'public':
      return code === 'password_proof_failed' && audit?.accountId !== undefined;
    default:
      return scope !== null || !isInWorkspace(operation);
  }
}

function subjectOf(request: RequestContext, { audit }: RegisteredOperation): NewAuditEntry['subject'] {
  if (typeof audit !== 'object') return null;
  const [type, place] = audit.subject;
  const id = idsAt(request, null)(place);
  return id === null ? null : { type, id };
}
