import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { DomainError, ValidationFailed } from '../errors/domain-error';
import { TokenError } from '../errors/token-error';
import { pathPattern } from '../operations/path-pattern';
import type { OperationRegistry } from '../registry/operation.registry';
import { hasTooManyValues, MOST_VALUES } from './json-values';
import { hasBody, isPlainUtf8, mediaTypeOf } from './media-type';
import { closeUnread, StreamedRoutes } from './streamed-routes';

/** 1 MiB. */
export const BODY_LIMIT_BYTES = 1_048_576;

/** An additional error type next to those of body-parser. */
const TOO_MANY_VALUES = 'entity.too.many.values';

/**
 * Reads request bodies before all other checks, so that a malformed body is reported first. JSON is the only media type, except for
 * operations that declare others, which read the body themselves after the guards. Other media types are refused rather than treated
 * as an empty body. The token endpoint takes forms (RFC 6749 §4.4.2) and reads them itself, to detect repeated parameters.
 */
export function bodyReader({
  operations,
  bodyRoutes,
}: Pick<OperationRegistry, 'operations' | 'bodyRoutes'>): RequestHandler[] {
  const streamed = new StreamedRoutes(operations);
  const takesForm = operations.filter(({ access }) => access.kind === 'client').map(pathPattern);
  const all = { limit: BODY_LIMIT_BYTES, verify: requireUtf8 };
  const json = express.json({ ...all, verify: requireReadable, strict: false, type: isJson });
  const form = express.text({ ...all, type: () => true, defaultCharset: 'utf-8' });
  return [
    (request: Request, response: Response, next: NextFunction) => {
      const answerBy =
        (refusal: (error: unknown) => Error) =>
        (error?: unknown): void =>
          error === undefined ? next() : next(refusal(error));
      if (takesForm.some((pattern) => pattern.test(request.path))) form(request, response, answerBy(unreadableForm));
      else if (!hasBody(request)) next();
      else if (bodyRoutes.has(`${request.method} ${request.path.replace(/(?<=.)\/$/, '').toLowerCase()}`)) {
        closeUnread(request, response);
        next();
      } else {
        const taken = streamed.takenBy(request);
        if (taken) {
          closeUnread(request, response);
          const types = Object.keys(taken.mediaTypes);
          next(types.includes(mediaTypeOf(request)) && isPlainUtf8(request) ? undefined : unsupportedStream(types));
        } else if (!isJson(request)) next(unsupported());
        else json(request, response, answerBy(readable));
      }
    },
  ];
}

function isJson(request: IncomingMessage): boolean {
  return mediaTypeOf(request) === 'application/json';
}

/**
 * Refuses invalid UTF-8, which would be read with replacement characters (RFC 8259 §8.1, RFC 3629 §3). A byte order mark at the
 * beginning is skipped, as the RFC allows, because some editors and shells write one.
 */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, bytes: Buffer, charset: string): void {
  const type = charset.toLowerCase() === 'utf-8' ? 'entity.verify.failed' : 'charset.unsupported';
  if (type === 'charset.unsupported' || !isUtf8(bytes)) throw Object.assign(new Error('Not UTF-8'), { type });
}

function requireReadable(request: IncomingMessage, response: ServerResponse, bytes: Buffer, charset: string): void {
  requireUtf8(request, response, bytes, charset);
  if (hasTooManyValues(bytes)) throw Object.assign(new Error('Too many values'), { type: TOO_MANY_VALUES });
}

/** Translates the errors of body-parser (http-errors with a `type`) to errors of this API. */
function readable(error: unknown): DomainError {
  switch ((error as { type?: string }).type) {
    case 'entity.parse.failed':
      return new DomainError('malformed_json', 'The body is not valid JSON.');
    case 'entity.verify.failed':
      return new DomainError('malformed_json', 'The body is not valid UTF-8.');
    case TOO_MANY_VALUES:
      return new ValidationFailed([{ path: '', code: 'too_many', message: `has more than ${MOST_VALUES} values` }]);
    case 'entity.too.large':
      return new DomainError('payload_too_large', 'The body is larger than 1 MiB.');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return unsupported();
    default:
      return new DomainError('malformed_json', 'The body could not be read completely.');
  }
}

/** Translates the errors of body-parser for the token endpoint, which has its own form of errors. */
function unreadableForm(error: unknown): TokenError {
  return new TokenError('invalid_request', { status: readable(error).status });
}

function unsupported(): DomainError {
  return unsupportedBut(['application/json'], 'Send the body as application/json in UTF-8.');
}

/** Streamed bodies must not be compressed, because the limit on their size would not bound the decompressed data. */
function unsupportedStream(mediaTypes: readonly string[]): DomainError {
  return unsupportedBut(mediaTypes, `Send the body uncompressed, as ${mediaTypes.join(' or ')} in UTF-8.`);
}

function unsupportedBut(mediaTypes: readonly string[], message: string): DomainError {
  return new DomainError('unsupported_media_type', message, {
    details: [{ path: 'header.Content-Type', code: 'unsupported', message: `must be ${mediaTypes.join(' or ')}` }],
  });
}
