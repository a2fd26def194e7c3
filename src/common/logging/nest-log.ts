import type { LoggerService } from '@nestjs/common';
import { types } from 'node:util';
import { logger } from './logger';

/** Writes Nest's log to the log of the process: the context and the error. Leaves out Nest's messages, which can quote data. */
export class NestLog implements LoggerService {
  /** Nest's start messages are of no use to operators. */
  log(): void {}

  warn(message: unknown, ...more: unknown[]): void {
    logger.warn(factsOf(message, more), 'warning of the framework');
  }

  error(message: unknown, ...more: unknown[]): void {
    logger.error(factsOf(message, more), 'failed in the framework');
  }

  fatal(message: unknown, ...more: unknown[]): void {
    logger.fatal(factsOf(message, more), 'failed in the framework');
  }
}

/** Nest passes an error or a text, an optional stack as text, and last the name of the context. */
function factsOf(message: unknown, more: readonly unknown[]): object {
  const err = [message, ...more].find((one) => types.isNativeError(one));
  const stack = more.find((one) => typeof one === 'string' && /\n {4}at /.test(one)) as string | undefined;
  const context = more.at(-1);
  return {
    ...(typeof context === 'string' && /^[\w ]{1,60}$/.test(context) ? { context } : {}),
    ...(err
      ? { err }
      : stack && {
          stack: stack
            .split('\n')
            .filter((line) => /^ {4}at /.test(line))
            .join('\n'),
        }),
  };
}
