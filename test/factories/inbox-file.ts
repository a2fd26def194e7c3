import type { Parley } from '../support/parley';

export interface UploadedFile {
  id: string;
  fileName: string;
  mediaType: string;
  sizeBytes: number;
  sha256: string;
  previewable: boolean;
  status: string;
  scan: string | null;
  expiresAt: string;
  createdAt: string;
}

export interface UploadReply {
  status: number;
  body: UploadedFile & { code: string; details: { path: string; limit?: string }[] };
}

/** Sends bytes as the body of an upload. */
export async function uploaded(
  parley: Parley,
  path: string,
  secret: string,
  { bytes, fileName = 'manual.txt' }: { bytes: Buffer | string; fileName?: string },
): Promise<UploadReply> {
  const url = new URL(`${parley.url}/api/v1${path}`);
  url.searchParams.set('fileName', fileName);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${secret}` },
    body: new Uint8Array(Buffer.from(bytes)),
  });
  return { status: response.status, body: (await response.json()) as UploadReply['body'] };
}

/** The smallest PNG image. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
