import { fileTypeFromBuffer } from 'file-type';
import type { Attachment } from 'postal-mime';
import { storable } from '../../../common/text/storable';
import type { NewAttachment } from '../../../inbox/conversation.types';

const LONGEST_NAME = 200;
const UNKNOWN = 'application/octet-stream';
/** Of what has no mark of its own at its beginning, these are believed: whoever opens them reads text. */
const BELIEVED = /^(?:text\/(?:plain|csv|calendar|markdown|html|vcard|xml)|message\/rfc822|application\/(?:json|ics))$/;

/** An attachment as it is kept. `referred`: the Content-IDs that the text refers to. */
export async function attachmentOf(attachment: Attachment, referred: ReadonlySet<string>): Promise<NewAttachment> {
  const { content, mimeType, filename, contentId } = attachment;
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const id = contentId?.replace(/^\s*<|>\s*$/g, '');
  return {
    fileName: fileNameOf(filename),
    mediaType: await mediaTypeOf(bytes, mimeType),
    // Whatever its disposition says: what nothing refers to would be seen by nobody.
    inline: id !== undefined && id !== '' && referred.has(id),
    bytes,
  };
}

/** By its content: what its sender says is only believed of texts, which have no mark at their beginning. */
async function mediaTypeOf(bytes: Uint8Array, declared: string): Promise<string> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type) return type.mime;
  return BELIEVED.test(declared) ? declared : UNKNOWN;
}

/** The last part of a path, without what could trick whoever saves or reads it: controls and marks that turn writing around. */
export function fileNameOf(declared: string | null): string {
  const [name = ''] = (
    storable(declared ?? '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  )
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .split('\0');
  const characters = Array.from(name);
  if (characters.length === 0) return 'attachment';
  if (characters.length <= LONGEST_NAME) return name;
  const [ending = ''] = /\.\w{1,10}$/.exec(name) ?? [];
  return characters.slice(0, LONGEST_NAME - ending.length).join('') + ending;
}
