import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { whileAuthorized } from '../auth/while-authorized';
import { DomainError, ValidationFailed } from '../errors/domain-error';
import type { StreamedRequest } from '../operations/streamed-body';
import { currentRequest } from '../request/request-context';
import { hasBody, mediaTypeOf } from './media-type';

/** A body that is read as it arrives: whoever reads slowly slows its sender down. */
export interface StreamedBody {
  mediaType: string;
  /** Fails where the body is too large, and where its sender leaves before its end or may not send it any more. */
  bytes: AsyncIterable<Buffer>;
}

/**
 * The request's body as a stream; on operations that declare what they take.
 *
 * @throws ValidationFailed 400 where there is no body
 */
export const BodyStream = createParamDecorator((_data: unknown, context: ExecutionContext): StreamedBody => {
  const taken = currentRequest().operation?.takes;
  if (!taken) throw new Error('The operation does not declare a streamed body');
  const request = context.switchToHttp().getRequest<Request>();
  if (!hasBody(request)) throw new BodyMissing(taken);
  return { mediaType: mediaTypeOf(request), bytes: whileAuthorized(bytesOf(request, taken)) };
});

/**
 * The bytes of a body as they arrive, which may be none.
 *
 * @throws DomainError payload_too_large 413 where that is announced
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

/** A body that does not come to its end is its sender's doing: they left, took too long, or sent what is no HTTP. */
async function* arriving(request: Request): AsyncGenerator<Buffer> {
  try {
    // Left as it is where the reading stops early: what is still on its way is passed over when the refusal is sent.
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

/** Almost always told to nobody. */
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
