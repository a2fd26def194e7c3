import { createContext, type Context, Script } from 'node:vm';

const WORK = new Script('expression.test(text)');
let context: (Context & { expression: RegExp | null; text: string }) | undefined;

/** The expression was still searching when its time was up. */
export class ExpressionOverdue extends Error {
  constructor(expression: string) {
    super(`The expression ${expression} takes too long.`);
  }
}

/**
 * Whether expressions of unknown authors occur in a text. Their look-aheads keep them from the engines that are
 * linear, so they are interrupted: all that are looked for by one of these together have some milliseconds.
 */
export class BoundedExpressions {
  constructor(private milliseconds: number) {}

  /** @throws ExpressionOverdue, and SyntaxError where it is none */
  occurs(source: string, text: string): boolean {
    context ??= createContext({ expression: null, text: '' }) as NonNullable<typeof context>;
    Object.assign(context, { expression: new RegExp(source, 'i'), text });
    const started = performance.now();
    try {
      return WORK.runInContext(context, { timeout: Math.max(1, Math.ceil(this.milliseconds)) }) === true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new ExpressionOverdue(source);
      throw error;
    } finally {
      this.milliseconds -= performance.now() - started;
    }
  }
}
