/** The document has more parts than the service reads and stores. The message completes the sentence “it has …”. */
export class DocumentTooLarge extends Error {}
