/** More than email clients show, and fewer than servers refuse. */
const MOST = 20;

/** RFC 5322 §3.6.4, with a length that fits into a line. The value comes from strangers. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,400}>$/;

export interface ReplyReferences {
  inReplyTo: string | null;
  references: string[];
}

/**
 * The references of a reply: the id of its conversation, the references of the answered email, and that email itself. If there are too
 * many, keeps the first and the newest ones.
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
