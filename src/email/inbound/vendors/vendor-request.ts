import type { Request } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { bytesOf } from '../../../common/http/body-stream';
import { mediaTypeOf } from '../../../common/http/media-type';

/** A request of a vendor, whose body has not been read. */
export interface VendorRequest {
  headers: IncomingHttpHeaders;
  /** In lower case, without parameters. */
  mediaType: string;
  /** The body as it arrives. @throws DomainError payload_too_large 413 */
  bytes: (limitBytes: number) => AsyncIterable<Buffer>;
}

export function vendorRequest(request: Request): VendorRequest {
  return {
    headers: request.headers,
    mediaType: mediaTypeOf(request),
    bytes: (limitBytes) => bytesOf(request, { mediaTypes: {}, limitBytes }),
  };
}
