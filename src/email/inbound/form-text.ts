import { isPlainAddress, normalEmail } from '../../common/mail/email-address';
import type { MailAddress, ParsedMail } from './reading/parsed-mail.types';
import { isFormSender, isMailSystem, isNoReply, isProgram } from './reading/sender-kinds';

/** Lines in which a form names its user. */
const MOST_LINES = 200;
const LONGEST_LINE = 300;
const LONGEST_NAME = 100;
/** Characters at the beginning of the text. */
const SAID_IN = 5_000;
/** What an email of a form says of itself, in the most common languages. */
const SAYS_FORM =
  /contact form|web ?form|your (?:online store|website|site|form|typeform)\b|form (?:submission|response|entry)|new (?:submission|response|entry|enquiry|inquiry|message from)|submitted|kontaktformular|anfrage (?:von|über)|formular|formulaire|formulario|formulário|modulo (?:di contatto|web)|contactformulier|formularz|message body:/iu;
/** The label of the address, and that of the name. A question of a form ends with one of the words. */
const ADDRESS_LABEL =
  /(?:^|\b|\s)(?:e-?mail(?:[- ]?(?:address|adresse|adres|addresses))?|mail|adresse (?:e-?mail|mail|électronique)|courriel|correo(?: electrónico)?|indirizzo (?:e-?mail|di posta elettronica)|endereço de e-?mail|adres e-?mail|from|von|de|da|van|od|absender)\s?\*?\s?[:：?]?$/iu;
const NAME_LABEL =
  /^(?:(?:your |full |ihr |vollständiger )?name|vor- und nachname|nom(?: complet)?|nombre(?: completo)?|nome(?: completo)?|naam|imię(?: i nazwisko)?|what(?: i|’|')s your name)\s?\*?\s?[:：?]?$/iu;
const MESSAGE_LABEL =
  /^(?:(?:your |ihre )?(?:message|nachricht|anliegen)|comments?|question|frage|mensaje|mensagem|messaggio|bericht|wiadomość|treść wiadomości)\s?\*?\s?[:：?]?$/iu;
const ADDRESS =
  /^(?:(?<name>[^<>@:]{1,100}?)\s*<|mailto:)?(?<address>[^\s<>@:;,]{1,64}@[^\s<>@:;,]{1,189})>?(?:\s*<mailto:[^<>\s]{1,254}>)?$/iu;

/**
 * The user of a web form that names the address only in its text: `Email: ann@example.com`. Null unless a program has sent it, it says that
 * it is a form, and it names exactly one address.
 */
export function userInText({ from, subject, content }: ParsedMail): MailAddress | null {
  if (!from || isMailSystem(from.address)) return null;
  const { address } = from;
  const lines = content
    .split('\n', MOST_LINES)
    .map((line) =>
      line
        .slice(0, LONGEST_LINE)
        .replace(/\*{1,2}([^*]{1,80})\*{1,2}/g, '$1')
        .replace(/^[\s*_>•-]+|[\s*_]+$/g, ''),
    )
    .filter((line) => line !== '');
  const says = `${from.name}\n${subject}\n${content.slice(0, SAID_IN)}`;
  const isForm = SAYS_FORM.test(says) || valuesOf(lines, MESSAGE_LABEL).length > 0;
  if (!isFormSender(address) && !(isForm && (isNoReply(address) || isProgram(address)))) return null;
  const named = valuesOf(lines, ADDRESS_LABEL).flatMap((value) => addressIn(value) ?? []);
  const [user] = named;
  if (!user || named.some((one) => one.address !== user.address)) return null;
  const [name] = valuesOf(lines, NAME_LABEL).filter((value) => !value.includes('@') && value.length <= LONGEST_NAME);
  return { address: user.address, name: user.name ?? name ?? null };
}

/** What stands behind a label, or on the line below it. */
function valuesOf(lines: readonly string[], label: RegExp): string[] {
  return lines.flatMap((line, at) => {
    if (label.test(line)) return lines[at + 1] ?? [];
    const colon = line.search(/[:：]\s/);
    return colon > 0 && label.test(line.slice(0, colon + 1)) ? line.slice(colon + 1).trim() : [];
  });
}

function addressIn(value: string): MailAddress | null {
  const { name, address = '' } = ADDRESS.exec(value)?.groups ?? {};
  const normal = normalEmail(address);
  const shown = name?.trim().replace(/^"|"$/g, '') ?? '';
  return isPlainAddress(normal) ? { address: normal, name: shown === '' ? null : shown } : null;
}
