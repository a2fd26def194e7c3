/** A document that is built in a way that is not read. The message is a sentence of our own, for whoever has the document. */
export class DocumentUnreadable extends Error {}
