import { Injectable } from '@nestjs/common';
import { CredentialUnknown } from '../../../common/auth/auth.errors';
import { type S3Bucket, s3BucketOf } from '../../../common/outbound/s3-bucket';
import { Settings } from '../../../config/load-settings';
import { headOf } from './mail-collector';
import { MailNotTaken } from './vendor-mail.errors';

const FETCH_MS = 12_000;
/** More than the headers that are read. */
const HEAD_BYTES = 1_048_576;

/** Emails that Amazon SES has stored in the bucket of MAIL_INBOUND_SES_S3. */
@Injectable()
export class SesObjects {
  private readonly bucket: S3Bucket | null;

  constructor({ values }: Settings) {
    this.bucket = values.MAIL_INBOUND_SES_S3 === null ? null : s3BucketOf(new URL(values.MAIL_INBOUND_SES_S3));
  }

  /**
   * An email, or its headers if it has more than `most` bytes.
   *
   * @throws CredentialUnknown 401 for another bucket, MailNotTaken 503 if it cannot be read now
   */
  async read(
    { bucket, key }: { bucket: string; key: string },
    most: number,
  ): Promise<{ bytes: Buffer } | { head: Buffer }> {
    if (!this.bucket) throw new MailNotTaken('MAIL_INBOUND_SES_S3 is not set, and the email is in a bucket.');
    if (bucket !== this.bucket.name) throw new CredentialUnknown();
    try {
      const path = key.split('/').map(encodeURIComponent).join('/');
      const signed = await this.bucket.client.sign(this.bucket.address + path);
      const response = await fetch(signed, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
      if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
      return await collected(response.body, most);
    } catch (error) {
      throw new MailNotTaken('The email cannot be read from its bucket now.', { cause: error });
    }
  }
}

async function collected(body: AsyncIterable<Uint8Array>, most: number): Promise<{ bytes: Buffer } | { head: Buffer }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size > Math.max(most, HEAD_BYTES)) break;
  }
  const bytes = Buffer.concat(pieces);
  return size > most ? { head: headOf(bytes) } : { bytes };
}
