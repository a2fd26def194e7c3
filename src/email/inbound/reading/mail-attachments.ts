import { fileTypeFromBuffer } from 'file-type';
import type { Attachment } from 'postal-mime';
import { fileNameOf } from '../../../common/text/file-name';
import type { MailedFile } from '../../../files/file.types';

const UNKNOWN = 'application/octet-stream';
/** Declared text types that are trusted for content without a file signature, because opening them only shows text. */
const BELIEVED = /^(?:text\/(?:plain|csv|calendar|markdown|html|vcard|xml)|message\/rfc822|application\/(?:json|ics))$/;

/** An attachment to store. `referred`: the Content-IDs that the text refers to. */
export async function attachmentOf(attachment: Attachment, referred: ReadonlySet<string>): Promise<MailedFile> {
  const { content, mimeType, filename, contentId } = attachment;
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const id = contentId?.replace(/^\s*<|>\s*$/g, '');
  return {
    fileName: fileNameOf(filename),
    mediaType: await mediaTypeOf(bytes, mimeType),
    // Ignore the disposition: an inline attachment without a reference would not be visible.
    inline: id !== undefined && id !== '' && referred.has(id),
    bytes,
  };
}

/** Detects the type by content. The declared type is trusted for texts only, which have no file signature. */
async function mediaTypeOf(bytes: Uint8Array, declared: string): Promise<string> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type) return type.mime;
  return BELIEVED.test(declared) ? declared : UNKNOWN;
}
