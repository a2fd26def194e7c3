import ICAL from 'ical.js';
import type { Attachment } from 'postal-mime';
import { readText } from '../../../common/text/read-text';
import { readableCalendar } from './calendar-lines';
import { oneLine } from './one-line';
import { dayOf, recurrenceText } from './recurrence';
import { zoneName } from './zone-name';

const MOST_BYTES = 262_144;
const MOST_EVENTS = 5;
/** The most characters of a name or place. */
const LONGEST = 500;
const LONGEST_DESCRIPTION = 10_000;
const TITLES: Readonly<Record<string, string>> = {
  REQUEST: 'Invitation',
  PUBLISH: 'Event',
  CANCEL: 'Canceled event',
  REPLY: 'Answer to an invitation',
  COUNTER: 'Proposal for another time',
  DECLINECOUNTER: 'Refusal of another time',
};
const ANSWERING = new Set(['REPLY', 'COUNTER', 'DECLINECOUNTER']);
const ANSWERS: Readonly<Record<string, string>> = { ACCEPTED: 'yes', DECLINED: 'no', TENTATIVE: 'maybe' };

/**
 * A summary of the events that an email has as text/calendar (RFC 5545), for people who see no calendar. Null without an event, or if
 * none can be read. `withDescription`: the email has no other text.
 */
export function invitationText(attachments: readonly Attachment[], withDescription: boolean): string | null {
  const events = new Map<string, string>();
  for (const attachment of attachments.filter(isCalendar)) {
    for (const { key, text } of eventsIn(attachment, withDescription)) if (!events.has(key)) events.set(key, text);
  }
  return events.size === 0 ? null : [...events.values()].slice(0, MOST_EVENTS).join('\n\n');
}

function isCalendar({ mimeType, filename }: Attachment): boolean {
  return /^(?:text\/calendar|application\/ics)$/i.test(mimeType) || /\.ics$/i.test(filename ?? '');
}

function eventsIn({ content }: Attachment, withDescription: boolean): { key: string; text: string }[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  if (bytes.length > MOST_BYTES) return [];
  try {
    const [parsed] = [ICAL.parse(readableCalendar(readText(bytes, 'utf-8')))].flatMap((one: unknown[]) =>
      typeof one[0] === 'string' ? [one] : one,
    );
    const calendar = new ICAL.Component(parsed as unknown[]);
    const method = wordOf(calendar, 'method').toUpperCase();
    return calendar
      .getAllSubcomponents('vevent')
      .slice(0, MOST_EVENTS)
      .map((event) => ({
        key: `${wordOf(event, 'uid')} ${wordOf(event, 'recurrence-id')} ${wordOf(event, 'dtstart')}`,
        text: linesOf(event, method, withDescription).join('\n'),
      }));
  } catch {
    // It stays a file, whatever is wrong with it.
    return [];
  }
}

function linesOf(event: ICAL.Component, method: string, withDescription: boolean): string[] {
  const subject = wordOf(event, 'summary') || 'without a title';
  // Who answers an invitation says why in a comment; the description is of the event.
  const words = (ANSWERING.has(method) ? textOf(event, 'comment') : '') || textOf(event, 'description');
  const description = withDescription ? words.slice(0, LONGEST_DESCRIPTION).trim() : '';
  const isCanceled = wordOf(event, 'status').toUpperCase() === 'CANCELLED' && !ANSWERING.has(method);
  const facts: [string, string][] = [
    [TITLES[isCanceled ? 'CANCEL' : method] ?? 'Event', subject],
    ['When', whenOf(event)],
    ['Instead of', insteadOf(event)],
    ['Repeats', recurrenceText(event.getFirstPropertyValue('rrule'))],
    ['Where', wordOf(event, 'location')],
    ['Organizer', personOf(event, 'organizer')],
    ...(method === 'REPLY' ? [['Answer', answerOf(event)] as [string, string]] : []),
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  return description === '' ? lines : [...lines, '', description];
}

/** `Thu, 26 Nov 2026, 14:00–15:00 (Europe/Berlin)`: the time on the clock of its zone, as its sender wrote it. */
function whenOf(event: ICAL.Component): string {
  const from = timeOf(event, 'dtstart');
  if (!from) return '';
  const duration = event.getFirstPropertyValue('duration');
  const end = timeOf(event, 'dtend');
  const to = end ?? (duration instanceof ICAL.Duration ? endAfter(from, duration) : null);
  if (from.isDate || isAllDay(event, from, to)) {
    // The end of whole days is the day after.
    const last = to && (to.isDate || !from.isDate) ? dayBefore(to) : null;
    return last && dayOf(last) !== dayOf(from) ? `${dayOf(from)} – ${dayOf(last)}` : `${dayOf(from)}, all day`;
  }
  const shown = zoneOf(event, 'dtstart', from);
  const begins = `${dayOf(from)}, ${clockOf(from)}`;
  if (!to || to.isDate) return `${begins}${shown}`;
  const shownEnd = end ? zoneOf(event, 'dtend', end) : shown;
  if (shownEnd !== shown) return `${begins}${shown} – ${dayOf(to)}, ${clockOf(to)}${shownEnd}`;
  return dayOf(to) === dayOf(from)
    ? `${begins}–${clockOf(to)}${shown}`
    : `${begins} – ${dayOf(to)}, ${clockOf(to)}${shown}`;
}

/** Exchange writes whole days as times from midnight to midnight. */
function isAllDay(event: ICAL.Component, from: ICAL.Time, to: ICAL.Time | null): boolean {
  if (wordOf(event, 'x-microsoft-cdo-alldayevent').toUpperCase() !== 'TRUE') return false;
  return [from, to ?? from].every((time) => clockOf(time) === '00:00');
}

/** When one event of a series would have been, if it is moved. */
function insteadOf(event: ICAL.Component): string {
  const [from, before] = [timeOf(event, 'dtstart'), timeOf(event, 'recurrence-id')];
  if (!from || !before || from.toString() === before.toString()) return '';
  return before.isDate
    ? dayOf(before)
    : `${dayOf(before)}, ${clockOf(before)}${zoneOf(event, 'recurrence-id', before)}`;
}

function timeOf(event: ICAL.Component, name: string): ICAL.Time | null {
  const value: unknown = event.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : null;
}

function endAfter(from: ICAL.Time, duration: ICAL.Duration): ICAL.Time {
  const end = from.clone();
  end.addDuration(duration);
  return end;
}

function dayBefore(time: ICAL.Time): ICAL.Time {
  const day = time.clone();
  day.adjust(-1, 0, 0, 0);
  return day;
}

/** Behind a space and within parentheses; empty if the time is of no zone. */
function zoneOf(event: ICAL.Component, property: string, time: ICAL.Time): string {
  const named: unknown = event.getFirstProperty(property)?.getFirstParameter('tzid');
  const name =
    typeof named === 'string' && named !== ''
      ? zoneName(oneLine(named, 100), event, time)
      : time.zone?.tzid === 'UTC'
        ? 'UTC'
        : '';
  return name === '' ? '' : ` (${name})`;
}

function clockOf({ hour, minute }: ICAL.Time): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function personOf(event: ICAL.Component, name: string): string {
  const property = event.getFirstProperty(name);
  const address = oneLine(shownValue(property?.getFirstValue()), LONGEST).replace(/^mailto:/i, '');
  const shown = oneLine(shownValue(property?.getFirstParameter('cn')), LONGEST);
  if (shown === '' || shown === address) return address;
  return address === '' ? shown : `${shown} <${address}>`;
}

function answerOf(event: ICAL.Component): string {
  const status = shownValue(event.getFirstProperty('attendee')?.getFirstParameter('partstat')).toUpperCase();
  const who = personOf(event, 'attendee');
  const answer = ANSWERS[status] ?? '';
  return answer === '' || who === '' ? answer : `${answer} (${who})`;
}

function textOf(component: ICAL.Component, name: string): string {
  return shownValue(component.getFirstPropertyValue(name));
}

/** Values are texts, or objects that show themselves as text. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value instanceof ICAL.Recur || value instanceof ICAL.Time ? value.toString() : '';
}

function wordOf(component: ICAL.Component, name: string): string {
  return oneLine(textOf(component, name), LONGEST);
}
