export type Verdict = 'clean' | 'infected';

export interface ScannedBytes {
  bytes: AsyncIterable<Buffer>;
  sizeBytes: number;
}

/** A program that looks for harmful content. */
export interface FileScanner {
  /**
   * @throws ScanFailed where there is no clear verdict, and the errors of reading `bytes`. After `signal`, it throws soon.
   */
  scan(file: ScannedBytes, signal: AbortSignal): Promise<Verdict>;
}

/** The scanner gave no clear verdict: nothing passes then. The message names the reason, and no text of the scanner. */
export class ScanFailed extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The scanner ${reason}.`, options);
    this.name = 'ScanFailed';
  }
}
