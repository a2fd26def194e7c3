export const SAVED_REPLY_VISIBILITIES = ['workspace', 'private'] as const;
/** `workspace`: all members see it. `private`: only its author. */
export type SavedReplyVisibility = (typeof SAVED_REPLY_VISIBILITIES)[number];
