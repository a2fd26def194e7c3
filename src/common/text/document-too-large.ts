/** A document with more parts than can be read and kept. The message completes “it has …”. */
export class DocumentTooLarge extends Error {}
