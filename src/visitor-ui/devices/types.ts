import type en from './words/en.json';

export type Words = { [Key in keyof typeof en]: string };

/** What the document says in its data block. */
export interface Bootstrap {
  api: string;
  /** BCP 47 */
  locale: string;
  words: Words;
  /** The languages that the page can be had in. */
  languages: string[];
  /** The address asks for this language: then the member's own does not count. */
  fixed: boolean;
}

export interface Account {
  email: string;
}

export type Status = 'enabled' | 'paused' | 'failing' | 'expired' | 'revoked';

/** As the API has it. */
export interface Device {
  id: string;
  label: string;
  status: Status;
  lastActiveAt: string;
  lastSuccessAt: string | null;
  needsAttention: boolean;
  failureClass: string | null;
}
