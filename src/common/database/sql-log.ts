import { AbstractLogger } from 'typeorm';
import { logger } from '../logging/logger';

/** Statements that take longer are logged, in milliseconds. */
export const SLOW_MS = 1_000;

type Listener = (sql: string) => void;

/**
 * TypeORM's log. Logs slow statements only, and never parameters, which contain personal data and hashes of secrets. Tests listen
 * here to count the statements of a request.
 */
export class SqlLog extends AbstractLogger {
  private static readonly listeners = new Set<Listener>();

  static listen(listener: Listener): () => void {
    SqlLog.listeners.add(listener);
    return () => SqlLog.listeners.delete(listener);
  }

  static count(sql: string): void {
    for (const listener of SqlLog.listeners) listener(sql);
  }

  static failed(error: unknown, sql: string): void {
    logger.debug({ code: (error as { code?: string }).code, sql: sql.slice(0, 200) }, 'statement failed');
  }

  static took(milliseconds: number, sql: string): void {
    if (milliseconds > SLOW_MS) logger.warn({ milliseconds, sql: sql.slice(0, 200) }, 'slow statement');
  }

  override logQuery(sql: string): void {
    SqlLog.count(sql);
  }

  override logQueryError(error: string | Error, sql: string): void {
    SqlLog.failed(error, sql);
  }

  override logQuerySlow(milliseconds: number, sql: string): void {
    SqlLog.took(milliseconds, sql);
  }

  protected override writeLog(): void {}
}
