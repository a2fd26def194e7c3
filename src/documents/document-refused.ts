/** A file that no reader takes: of another type than it is called, protected, or without text. The message is for its owner. */
export class DocumentRefused extends Error {
  constructor(
    readonly reason: 'unsupported_type' | 'empty',
    message: string,
  ) {
    super(message);
  }
}
