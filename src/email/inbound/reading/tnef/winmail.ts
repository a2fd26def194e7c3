import type { Attachment } from 'postal-mime';
import type { TextPart } from '../mail-parts';
import { readTnef, type TnefFile } from './tnef';

/** The most parts of this kind that are opened. Real emails have one. */
const MOST_OPENED = 5;

/** Opens each `winmail.dat`: its files take its place. One that cannot be read to its end also stays. */
export function openedWinmail(attachments: readonly Attachment[]): { texts: TextPart[]; attachments: Attachment[] } {
  const texts: TextPart[] = [];
  let opened = 0;
  const all = attachments.flatMap((attachment): Attachment[] => {
    if (!isTnef(attachment) || typeof attachment.content === 'string' || opened >= MOST_OPENED) return [attachment];
    opened += 1;
    const tnef = readTnef(new Uint8Array(attachment.content));
    if (!tnef) return [attachment];
    const { plain, html, files, isWhole } = tnef;
    texts.push({ plain, html });
    return [...files.map(attachmentOf), ...(isWhole ? [] : [attachment])];
  });
  return { texts, attachments: all };
}

function isTnef({ mimeType, filename }: Attachment): boolean {
  return /^application\/(?:vnd\.)?ms-tnef$/i.test(mimeType) || /^(?:winmail|win)\.dat$/i.test(filename ?? '');
}

function attachmentOf({ name, mimeType, contentId, bytes }: TnefFile): Attachment {
  return {
    filename: name,
    mimeType: mimeType ?? 'application/octet-stream',
    disposition: 'attachment',
    ...(contentId === null ? {} : { contentId }),
    content: new Uint8Array(bytes).buffer,
  };
}
