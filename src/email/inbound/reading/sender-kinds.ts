/** The words for "no reply" and "do not reply" in addresses of the most common languages, between separators. */
const NO_REPLY =
  /(?:^|[-._+])(?:(?:no|do[-._]?not|not?)[-._]?reply|no[-._]?response|nicht[-._]?antworten|keine[-._]?antwort|ne[-._]?pas[-._]?repondre|no[-._]?responder|no[-._]?contestar|nao[-._]?responda|non[-._]?rispondere|niet[-._]?beantwoorden)(?:[-._+].*|\d*)@/i;

/** Whether it is a no-reply address. */
export function isNoReply(address: string): boolean {
  return NO_REPLY.test(address);
}

/** Whether it is an address of a delivery program, such as mailer-daemon. */
export function isMailSystem(address: string): boolean {
  return /^(?:mailer-?daemon|mail-?daemon|postmaster|microsoftexchange[0-9a-f]{32})@/i.test(address);
}

/** Whether it looks like the address of a web form or of the program behind it. */
export function isFormSender(address: string): boolean {
  return /^(?:mailer|wordpress|www(?:-data)?|apache|nginx|root|nobody|form-?notifications?|website|webmaster|web-?forms?|forms?|form-?(?:submissions?|responses?|mailer)|submissions?|contact-?forms?|kontakt-?formular|formulaires?|formularios?|auto-?mailer)@/i.test(
    address,
  );
}

/** Whether it looks like the address of a program that sends notifications or newsletters. */
export function isProgram(address: string): boolean {
  return /^(?:notifications?|notify|alerts?|mailer|bounces?|bot|news|newsletters?|marketing|offers|promo(?:tion)?s?|updates)@/i.test(
    address,
  );
}

/** Whether it looks like an address that the people of a company share. */
export function isRole(address: string): boolean {
  return /^(?:info|contacto?|kontakt|hello|hallo|bonjour|hola|e-?mail|mail|office|shop|store|boutique|tienda|sales|support|service|help|helpdesk|admin|team|web|site)(?:[-._+].*)?@/i.test(
    address,
  );
}
