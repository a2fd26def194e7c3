import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Program } from './sessions.service';

/** The program that sends the request, as its headers describe it. */
export const CallingProgram = createParamDecorator((_data: unknown, context: ExecutionContext): Program => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { userAgent: headers['user-agent'] ?? null, origin: headers.origin ?? null };
});
