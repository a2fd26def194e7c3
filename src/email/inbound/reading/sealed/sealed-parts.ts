import type { Attachment } from 'postal-mime';
import { mailParts, type MailParts } from '../mail-parts';
import { cmsKind, signedContent } from './cms-content';

/** Signatures within each other, or beside each other. A gateway adds one to that of the sender. */
const MOST_OPENED = 3;
const HEADER = /^(?:content-|mime-version)[\w-]*\s*:/i;

/** Takes what an opaque signature of S/MIME encloses in its place. The signature is not checked. */
export async function openedSignatures(parts: MailParts, mostOpened = MOST_OPENED): Promise<MailParts> {
  const texts = [...parts.texts];
  const attachments: Attachment[] = [];
  let left = mostOpened;
  for (const attachment of parts.email.attachments) {
    const content = left > 0 && isCms(attachment) ? signedContent(bytesOf(attachment)) : null;
    const inner = content === null ? null : await partsIn(content, --left);
    if (inner) texts.push(...inner.texts);
    attachments.push(...(inner ? inner.email.attachments : [attachment]));
  }
  return { texts, email: { ...parts.email, attachments } };
}

/** Null if the content cannot be read: then it stays a file. */
async function partsIn(content: Buffer, mostOpened: number): Promise<MailParts | null> {
  const head = content.subarray(0, 100).toString('latin1');
  const entity = HEADER.test(head) ? content : Buffer.concat([Buffer.from('\r\n'), content]);
  try {
    return await openedSignatures(await mailParts(entity), mostOpened);
  } catch {
    return null;
  }
}

/** What a person sees of an email that only its receiver's key opens. Null for others. */
export function sealedNote(attachments: readonly Attachment[]): string | null {
  const smime = attachments.find((one) => isCms(one) && cmsKind(bytesOf(one)) === 'encrypted');
  if (smime) return note('S/MIME', smime.filename ?? 'smime.p7m');
  const at = attachments.findIndex(({ mimeType }) => mimeType === 'application/pgp-encrypted');
  return at < 0 ? null : note('PGP', attachments[at + 1]?.filename ?? 'encrypted.asc');
}

function note(by: string, file: string): string {
  return `[This email is encrypted with ${by} and cannot be read here. Its content is in the file ${file}.]`;
}

function isCms({ mimeType, filename }: Attachment): boolean {
  return /^application\/(?:x-)?pkcs7-mime$/i.test(mimeType) || /\.p7m$/i.test(filename ?? '');
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
}
