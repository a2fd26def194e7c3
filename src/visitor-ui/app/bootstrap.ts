import type { Theme } from '../protocol';
import type en from '../words/en.json';

/** A text, or one text for each plural form of the language. */
export type Words = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Record<string, string> };

/** The data block of the document: everything that is known before the script runs. */
export interface Bootstrap {
  surface: 'widget' | 'page';
  agentId: string;
  api: string;
  ticket: string;
  /** In seconds. */
  ticketSeconds: number;
  /** Whether answers can go to an email address: the service has a mail server. */
  sendsMail: boolean;
  locale: string;
  theme: Theme;
  words: Words;
  /** Fills the composer. Never sent automatically. */
  question: string;
  agent: Agent;
}

/** The agent as visitors see it, its labels in the language of the document. */
export interface Agent {
  displayName: string;
  greeting: string;
  placeholder: string;
  sendLabel: string;
  /** null: no notice is shown. */
  poweredBy: string | null;
  suggestedPrompts: string[];
  promptGroups: { title: string; prompts: string[] }[];
  privacyPolicyUrl: string | null;
  /** Whether questions without an answer are stored. */
  learning: boolean;
  dictation: boolean;
  /** Which files a visitor can send. */
  files: 'off' | 'images' | 'documents';
  voice: { consentCopy: string; language: string; voiceId: string | null; maxDurationSeconds: number } | null;
  socialLinks: { label: string; url: string }[];
  website: string | null;
  supportEmail: string | null;
  logoUrl: string | null;
}

/** @throws if the document has no data block; every document of this service has one */
export function readBootstrap(from: Document = document): Bootstrap {
  return JSON.parse(from.getElementById('parley')!.textContent) as Bootstrap;
}

/** The ticket of a newly fetched document. Its text is searched, never parsed into elements. */
export function ticketIn(html: string): { ticket: string; ticketSeconds: number } {
  const found = /<script type="application\/json" id="parley">([^<]*)<\/script>/.exec(html);
  if (!found) throw new Error('the document has no data block');
  return JSON.parse(found[1]!) as Bootstrap;
}
