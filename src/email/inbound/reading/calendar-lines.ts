/** A line that neither has a property nor goes on from the one before (RFC 5545 §3.1). */
const BROKEN = /^(?![\w.-]+[;:])[^ \t\r\n][^\r\n]*\r?\n?/gm;
/** A day, of which some programs do not say that it is none with a time. */
const DAY = /^((?:DTSTART|DTEND|RECURRENCE-ID)(?:;(?!VALUE=)[\w-]+=(?:"[^"\r\n]*"|[^";:\r\n]*))*):(\d{8})(?=\r?$)/gim;

/** A calendar without the lines that its parser does not forgive. */
export function readableCalendar(text: string): string {
  return text.replace(BROKEN, '').replace(DAY, '$1;VALUE=DATE:$2');
}
