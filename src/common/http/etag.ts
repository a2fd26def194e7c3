import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';

/** Documents a GET that answers 304 to a caller that has the current answer. `changes`: when the tag does. */
export function EntityTagged(changes: string, notModified: string): MethodDecorator {
  const headers = { ETag: { description: changes, schema: { type: 'string' as const } } };
  return applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string', maxLength: 1000 } }),
    ApiResponse({ status: 200, headers }),
    ApiResponse({ status: 304, headers, description: `Not Modified: ${notModified}` }),
  );
}

/** Tags an answer. `known`: If-None-Match. True: the caller has it, and the status is 304, without a body. */
export function isNotModified(
  response: Response,
  { known, etag, cacheControl = 'no-cache' }: { known: string | undefined; etag: string; cacheControl?: string },
): boolean {
  response.setHeader('ETag', etag).setHeader('Cache-Control', cacheControl);
  if (!matchesEtag(known, etag)) return false;
  response.status(304);
  return true;
}

/** Whether If-None-Match matches the entity tag: `*`, or one in a list by weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, '') === etag);
}
