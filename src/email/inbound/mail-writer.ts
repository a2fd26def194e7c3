import { userInText } from './form-text';
import type { MailAddress, ParsedMail } from './reading/parsed-mail.types';
import { isFormSender, isMailSystem, isNoReply, isProgram, isRole } from './reading/sender-kinds';
import { nameBeforeVia } from './reading/via-name';

/** An email after {@link withWriter}: `from` is the person who wrote it. */
export interface WrittenMail extends ParsedMail {
  /** Whether a list or a form names the writer, so that no check of the sender is about the writer. */
  isClaimed: boolean;
}

/**
 * Puts the writer in the place of the sender. A list that replaces the sender names the writer. A web form names its user in Reply-To, or
 * else in its text:
 * it sends from a no-reply address, from a shared one of the company, or from the support address itself. Such a writer is claimed and never
 * verified. `isShared`: whether an address belongs to the service or is displayed by an agent, so that it is no person's.
 */
export function withWriter(mail: ParsedMail, isShared: (address: string) => boolean): WrittenMail {
  const { list } = mail;
  const replyTo = mail.replyTo.filter(({ address }) => !list?.addresses.includes(address));
  const sender = list ? senderOfList(mail, replyTo) : mail.from;
  const named = sender && !isMailSystem(sender.address) ? formUser(mail, sender, replyTo, isShared) : null;
  const user = named ?? (list ? null : userOfText(mail, isShared));
  const from = user ?? sender;
  const isClaimed = from?.address !== mail.from?.address;
  // A check that failed still counts: its mail server did not send the email.
  const verdict = isClaimed && mail.verdict === 'verified' ? 'unknown' : mail.verdict;
  return { ...mail, from, replyTo, verdict, isClaimed };
}

function senderOfList({ from, list }: ParsedMail, replyTo: readonly MailAddress[]): MailAddress | null {
  if (!from || !list?.addresses.includes(from.address)) return from;
  if (list.writer) return list.writer;
  const [only, ...more] = replyTo;
  return only && more.length === 0 ? { ...only, name: only.name ?? nameBeforeVia(from.name) } : from;
}

/** The user of a web form. Null if it is no form, or if the form names no address to answer to. */
function formUser(
  { receivers }: ParsedMail,
  sender: MailAddress,
  replyTo: readonly MailAddress[],
  isShared: (address: string) => boolean,
): MailAddress | null {
  const [user, ...more] = replyTo;
  if (!user || more.length > 0 || user.address === sender.address || isShared(user.address)) return null;
  if (isNoReply(user.address) || isMailSystem(user.address)) return null;
  if (isNoReply(sender.address) || isFormSender(sender.address) || isShared(sender.address)) return user;
  if (receivers.some(({ address }) => address === sender.address)) return user;
  // A program that lets people answer by email answers at its own domain: reply+1@reply.example.com of notifications@example.com.
  if (isProgram(sender.address) && !areRelated(domainOf(sender.address), domainOf(user.address))) return user;
  const domain = domainOf(sender.address);
  const isOfReceiver = receivers.some(({ address }) => domainOf(address) === domain);
  return isRole(sender.address) && isOfReceiver && domainOf(user.address) !== domain ? user : null;
}

function userOfText(mail: ParsedMail, isShared: (address: string) => boolean): MailAddress | null {
  if (mail.replyTo.some(({ address }) => address !== mail.from?.address && !isShared(address))) return null;
  const user = userInText(mail);
  return user && !isShared(user.address) && !isNoReply(user.address) && !isMailSystem(user.address) ? user : null;
}

/** Whether the address stands for no person, so that there is no contact for it. */
export function isNobodys({ from, list }: ParsedMail): boolean {
  if (!from) return true;
  const { address } = from;
  return isNoReply(address) || isMailSystem(address) || (list?.addresses.includes(address) ?? false);
}

/** Whether two domains have their last two labels in common. */
function areRelated(one: string, other: string): boolean {
  const ends = [one, other].map((domain) => domain.split('.').slice(-2).join('.'));
  return ends[0] === ends[1];
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
