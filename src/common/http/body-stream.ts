import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { whileAuthorized } from '../auth/while-authorized';
import { DomainError, ValidationFailed } from '../errors/domain-error';
import type { StreamedRequest } from '../operations/streamed-body';
import { currentRequest } from '../request/request-context';
import { hasBody, mediaTypeOf } from './media-type';

/** A body that is read as it arrives. A slow reader slows the sender down. */
export interface StreamedBody {
  mediaType: string;
  /** Throws if the body is too large, the sender disconnects early, or the sender is no longer authorized. */
  bytes: AsyncIterable<Buffer>;
}

/**
 * The request body as a stream, in operations that declare `takes`.
 *
 * @throws ValidationFailed 400 if there is no body
 */
export const BodyStream = createParamDecorator((_data: unknown, context: ExecutionContext): StreamedBody => {
  const taken = currentRequest().operation?.takes;
  if (!taken) throw new Error('The operation does not declare a streamed body');
  const request = context.switchToHttp().getRequest<Request>();
  if (!hasBody(request)) throw new BodyMissing(taken);
  return { mediaType: mediaTypeOf(request), bytes: whileAuthorized(bytesOf(request, taken)) };
});

/**
 * The bytes of a body as they arrive. Can be empty.
 *
 * @throws DomainError payload_too_large 413 if Content-Length exceeds the limit
 */
export function bytesOf(request: Request, taken: StreamedRequest): AsyncIterable<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > taken.limitBytes) throw new BodyTooLarge(taken);
  return bounded(request, taken);
}

async function* bounded(request: Request, taken: StreamedRequest): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const bytes of arriving(request)) {
    size += bytes.length;
    if (size > taken.limitBytes) throw new BodyTooLarge(taken);
    yield bytes;
  }
}

/** An incomplete body is an error of the sender, who disconnected, took too long, or sent invalid HTTP. */
async function* arriving(request: Request): AsyncGenerator<Buffer> {
  try {
    // Do not destroy the request if reading stops early: the rest is skipped after the refusal has been sent.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new BodyCutOff();
  }
}

class BodyMissing extends ValidationFailed {
  constructor({ mediaTypes }: StreamedRequest) {
    super([{ path: '', code: 'required', message: `must be ${Object.keys(mediaTypes).join(' or ')}` }]);
  }
}

/** The sender has usually left and does not see this refusal. */
class BodyCutOff extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'incomplete', message: 'ended prematurely' }]);
  }
}

class BodyTooLarge extends DomainError {
  constructor({ limitBytes }: StreamedRequest) {
    super('payload_too_large', `The body is larger than ${limitBytes} bytes.`);
  }
}
