import type { Parley } from './parley';

export interface ReceivedMail {
  subject: string;
  text: string;
  /** The single-use token in it; empty where there is none. */
  token: string;
}

/** The mails in a mailbox, oldest first. */
export async function mailsTo(parley: Parley, email: string): Promise<ReceivedMail[]> {
  const mails = (await parley.mails()).filter(({ to }) => to === email);
  return mails.map(({ subject, text }) => ({ subject, text, token: /cm_\w{49}/.exec(text)?.[0] ?? '' }));
}

export async function lastTokenTo(parley: Parley, email: string): Promise<string> {
  return (await mailsTo(parley, email)).at(-1)?.token ?? 'no mail';
}
