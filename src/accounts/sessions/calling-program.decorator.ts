import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from './sessions.service';

/** The program at the other end, as its headers describe it. */
export const CallerHeaders = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { userAgent: headers['user-agent'] ?? null, origin: headers.origin ?? null };
});
