import { MailTooLarge } from './replies.errors';

/** RFC 2045 §6.8: 57 bytes of a file are one line of 76 characters, and its end. */
const LINE = { bytes: 57, encoded: 78 };
/** Headers of one part, and the boundary before it. */
const PART_BYTES = 2_048;
/** Headers of an email and the longest text with a signature, in any encoding. */
const TEXT_BYTES = 300_000;

/** @throws MailTooLarge 413 if an email with files of these sizes can exceed the limit, as it is encoded */
export function ensureFitsMail(sizes: readonly number[], limit: number): void {
  const files = sizes.reduce((sum, size) => sum + Math.ceil(size / LINE.bytes) * LINE.encoded + PART_BYTES, 0);
  if (files > 0 && files + TEXT_BYTES > limit) throw new MailTooLarge(limit);
}
