import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../config/load-settings';
import { RefusedAttempts } from '../audit/refused-attempts';
import { DomainError, NotFound } from '../errors/domain-error';
import { TokenError } from '../errors/token-error';
import { MethodTable } from '../registry/method-table';
import { requestIfAny } from '../request/request-context';
import { answerBrowser } from './browser-page';
import { asDomainError, bodyOf, logFailure } from './error-body';
import { ErrorHeaders } from './error-headers';

/** Handles every refusal and failure: logs faults of the service, and responds with the body `{error, code, details}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly headers: ErrorHeaders;

  constructor(
    settings: Settings,
    private readonly methods: MethodTable,
    private readonly refused: RefusedAttempts,
  ) {
    this.headers = new ErrorHeaders(settings);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  respond(thrown: unknown, request: Request, response: Response): void {
    const { baseUrl, path, method } = request;
    const wrongMethod = isUnrouted(thrown) && this.wrongMethod(baseUrl + path, method, response);
    if (isUnrouted(thrown) && !wrongMethod && answerBrowser(request, response)) return;
    const refusal = wrongMethod || (isUnrouted(thrown) ? noSuchPath() : thrown);
    const forToken = this.methods.isTokenEndpoint(baseUrl + path);
    this.answer(forToken ? asTokenError(refusal) : asDomainError(refusal), response);
  }

  private wrongMethod(path: string, method: string, response: Response): DomainError | null {
    const methods = this.methods.methodsOf(path);
    if (methods.length === 0) return null;
    response.setHeader('Allow', methods.join(', '));
    return new DomainError('method_not_allowed', `${method} is not allowed here. Use ${methods.join(' or ')}.`);
  }

  private answer(error: DomainError | TokenError, response: Response): void {
    logFailure(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    this.headers.set(error, response);
    response
      .status(error.status)
      .type('json')
      .json(error instanceof TokenError ? { error: error.code } : bodyOf(error));
    this.refused.happened(error, requestIfAny());
  }
}

/** Whether it is Nest's 404 for a method and path without a handler. */
function isUnrouted(thrown: unknown): boolean {
  return thrown instanceof HttpException && thrown.getStatus() === 404;
}

/**
 * Distinguishes a mistake in the path from a record that does not exist. Which paths exist is public. Where only visitors are served, there
 * are no pages to name.
 */
function noSuchPath(): DomainError {
  if (requestIfAny()?.forVisitors) return new NotFound();
  return new DomainError('not_found', 'Nothing has this path. /docs lists all operations.');
}

/** The token endpoint uses the errors of RFC 6749 §5.2 only. An unreadable request is an invalid request. */
function asTokenError(thrown: unknown): TokenError {
  if (thrown instanceof TokenError) return thrown;
  const error = asDomainError(thrown);
  if (error.status >= 500) return new TokenError('temporarily_unavailable', { cause: error.cause ?? error });
  return new TokenError('invalid_request', { status: error.status });
}
