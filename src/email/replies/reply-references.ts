/** More than mail programs show, and less than servers refuse. */
const MOST = 20;

/** Of RFC 5322 §3.6.4, and so long that a line has room for it; what it says is a stranger's. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,400}>$/;

export interface ReplyReferences {
  inReplyTo: string | null;
  references: string[];
}

/**
 * What a reply refers to: the id of its conversation, what the mail that it answers refers to, and that mail. The newest
 * ones where there are many: the last is what it answers, and the first what all of them began with.
 */
export function replyReferences(
  rootId: string,
  mailId: string | null,
  referenceIds: readonly string[],
): ReplyReferences {
  const inReplyTo = mailId !== null && MESSAGE_ID.test(mailId) && mailId !== rootId ? mailId : null;
  const earlier = referenceIds.filter((id) => MESSAGE_ID.test(id) && id !== rootId && id !== inReplyTo);
  const thread = [...new Set(earlier), ...(inReplyTo === null ? [] : [inReplyTo])];
  return { inReplyTo, references: [rootId, ...thread.slice(1 - MOST)] };
}
