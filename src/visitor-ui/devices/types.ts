import type en from './words/en.json';

export type Words = { [Key in keyof typeof en]: string };

/** The data block of the document. */
export interface Bootstrap {
  api: string;
  /** BCP 47 language tag. */
  locale: string;
  words: Words;
  /** The languages that the page is available in. */
  languages: string[];
  /** The address selects this language, which overrides the member's own. */
  fixed: boolean;
}

export interface Account {
  email: string;
}

export type Status = 'enabled' | 'paused' | 'failing' | 'expired' | 'revoked';

/** As in the API. */
export interface Device {
  id: string;
  label: string;
  status: Status;
  lastActiveAt: string;
  lastSuccessAt: string | null;
  needsAttention: boolean;
  failureClass: string | null;
}
