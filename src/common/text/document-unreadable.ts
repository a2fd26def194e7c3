/** The service cannot read a document of this structure. The message is a complete sentence for the owner of the document. */
export class DocumentUnreadable extends Error {}
