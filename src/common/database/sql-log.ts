import { AbstractLogger } from 'typeorm';
import { logger } from '../logging/logger';

type Listener = (sql: string) => void;

/**
 * TypeORM's log. Statements are never written out (their parameters hold what people said and hashes of secrets); only
 * slow ones are, without parameters. Tests listen here to count the statements of a request.
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

  override logQuery(sql: string): void {
    SqlLog.count(sql);
  }

  override logQueryError(error: string | Error, sql: string): void {
    logger.debug({ code: (error as { code?: string }).code, sql: sql.slice(0, 200) }, 'statement failed');
  }

  override logQuerySlow(milliseconds: number, sql: string): void {
    logger.warn({ milliseconds, sql: sql.slice(0, 200) }, 'slow statement');
  }

  protected override writeLog(): void {}
}
