import type { Attachment } from 'postal-mime';
import { invitationText } from './invitation';
import { expectLinear } from '../../../../test/support/growth';

const part = (content: string, mimeType = 'text/calendar'): Attachment => ({
  filename: null,
  mimeType,
  disposition: null,
  content: new TextEncoder().encode(content).buffer,
});
const calendar = (lines: string[], method = 'REQUEST'): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:1',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const text = (lines: string[], method?: string): string | null =>
  invitationText([part(calendar(lines, method))], false);
const BERLIN = ['SUMMARY:Review', 'DTSTART;TZID=Europe/Berlin:20261126T140000'];

it.each<[string, string[], string]>([
  ['an hour', [...BERLIN, 'DTEND;TZID=Europe/Berlin:20261126T150000'], 'Thu, 26 Nov 2026, 14:00–15:00 (Europe/Berlin)'],
  ['a duration', [...BERLIN, 'DURATION:PT30M'], 'Thu, 26 Nov 2026, 14:00–14:30 (Europe/Berlin)'],
  ['a beginning only', BERLIN, 'Thu, 26 Nov 2026, 14:00 (Europe/Berlin)'],
  [
    'UTC',
    ['SUMMARY:Review', 'DTSTART:20261126T140000Z', 'DTEND:20261126T150000Z'],
    'Thu, 26 Nov 2026, 14:00–15:00 (UTC)',
  ],
  [
    'a zone of Outlook',
    ['SUMMARY:Review', 'DTSTART;TZID="W. Europe Standard Time":20261126T140000'],
    'Thu, 26 Nov 2026, 14:00 (W. Europe Standard Time)',
  ],
  ['no zone', ['SUMMARY:Review', 'DTSTART:20261126T140000'], 'Thu, 26 Nov 2026, 14:00'],
  [
    'a night',
    [...BERLIN, 'DTEND;TZID=Europe/Berlin:20261127T020000'],
    'Thu, 26 Nov 2026, 14:00 – Fri, 27 Nov 2026, 02:00 (Europe/Berlin)',
  ],
  [
    'a day',
    ['SUMMARY:Review', 'DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261127'],
    'Thu, 26 Nov 2026, all day',
  ],
  [
    'days',
    ['SUMMARY:Review', 'DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261129'],
    'Thu, 26 Nov 2026 – Sat, 28 Nov 2026',
  ],
  [
    'a day that does not say so',
    ['SUMMARY:Review', 'DTSTART;TZID="Europe/Berlin":20261126', 'DTEND:20261127'],
    'Thu, 26 Nov 2026, all day',
  ],
  [
    'a day of Exchange',
    [
      'SUMMARY:Review',
      'DTSTART;TZID=W. Europe Standard Time:20261126T000000',
      'DTEND;TZID=W. Europe Standard Time:20261127T000000',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ],
    'Thu, 26 Nov 2026, all day',
  ],
  [
    'a flight',
    [...BERLIN, 'DTEND;TZID=America/New_York:20261126T170000'],
    'Thu, 26 Nov 2026, 14:00 (Europe/Berlin) – Thu, 26 Nov 2026, 17:00 (America/New_York)',
  ],
  [
    'a zone with a registry before its name',
    ['SUMMARY:Review', 'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261126T140000'],
    'Thu, 26 Nov 2026, 14:00 (Europe/Berlin)',
  ],
  [
    'a zone that is named by its places',
    ['SUMMARY:Review', 'DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin":20261126T140000'],
    'Thu, 26 Nov 2026, 14:00 (UTC+01:00 Amsterdam, Berlin)',
  ],
])('tells when: %s', (_kind, lines, when) => {
  expect(text(lines)).toBe(`Invitation: Review\nWhen: ${when}`);
});

it('tells where, by whom and how often', () => {
  const lines = [
    ...BERLIN,
    'LOCATION:Room 4\\, Bonn',
    'ORGANIZER;CN=Ann Lee:mailto:ann@x.example',
    'RRULE:FREQ=WEEKLY;COUNT=3',
  ];
  expect(text(lines)?.split('\n').slice(2)).toEqual([
    'Repeats: weekly, 3 times',
    'Where: Room 4, Bonn',
    'Organizer: Ann Lee <ann@x.example>',
  ]);
});

it.each([
  ['FREQ=DAILY', 'daily'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20270131T225959Z', 'every 2 weeks on Mon, Wed, until Sun, 31 Jan 2027'],
  ['FREQ=MONTHLY;COUNT=5;BYDAY=-1FR', 'monthly on the last Fri, 5 times'],
  ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', 'monthly on the second Tue'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,2', 'monthly'],
])('tells how often: %s', (rule, often) => {
  expect(text([...BERLIN, `RRULE:${rule}`])).toContain(`\nRepeats: ${often}`);
  expect(text([...BERLIN, `RRULE:${rule}`])?.split('\n')).toHaveLength(3);
});

it('tells which event of a series is moved', () => {
  const moved = [...BERLIN, 'RECURRENCE-ID;TZID=Europe/Berlin:20261127T090000'];
  expect(text(moved)).toContain('\nInstead of: Fri, 27 Nov 2026, 09:00 (Europe/Berlin)');
  expect(text([...BERLIN, 'RECURRENCE-ID;TZID=Europe/Berlin:20261126T140000'])).not.toContain('Instead of');
});

it('tells how far a zone without a name is from UTC', () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'];
  const offsets = ['TZOFFSETFROM:-0230', 'TZOFFSETTO:-0330', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT'];
  const event = calendar(['SUMMARY:Review', 'DTSTART;TZID=Customized Time Zone:20261126T140000']);
  const content = event.replace('BEGIN:VEVENT', [...zone, ...offsets].join('\r\n'));
  expect(invitationText([part(content)], false)).toContain('14:00 (UTC-03:30)');
});

it('reads a calendar with a line that is none', () => {
  expect(text(['SUMMARY:Review', 'a line of the description', 'LOCATION:Bonn'])).toContain('\nWhere: Bonn');
});

it('tells of what is canceled by its state, and why it is answered so', () => {
  for (const method of ['REQUEST', 'PUBLISH', '']) {
    expect(text([...BERLIN, 'STATUS:CANCELLED'], method)).toMatch(/^Canceled event: Review\n/);
  }
  const answer = calendar([...BERLIN, 'COMMENT:I am away.', 'DESCRIPTION:Plans'], 'REPLY');
  expect(invitationText([part(answer)], true)).toMatch(/\n\nI am away\.$/);
});

it('tells of what is canceled, answered, and published without a method', () => {
  expect(text(BERLIN, 'CANCEL')).toMatch(/^Canceled event: Review\n/);
  const answer = [...BERLIN, 'ATTENDEE;PARTSTAT=DECLINED;CN=Bob:mailto:bob@x.example'];
  expect(text(answer, 'REPLY')).toMatch(/^Answer to an invitation: Review\n[^]*\nAnswer: no \(Bob <bob@x.example>\)$/);
  expect(text(BERLIN, '')).toMatch(/^Event: Review\n/);
});

it('has each event once, with its description only where the email has no text', () => {
  const lines = [...BERLIN, 'DESCRIPTION:Bring the\\nplans.'];
  const twice = [part(calendar(lines)), part(calendar(lines), 'application/ics')];
  expect(invitationText(twice, false)).toBe('Invitation: Review\nWhen: Thu, 26 Nov 2026, 14:00 (Europe/Berlin)');
  expect(invitationText(twice, true)).toMatch(/\n\nBring the\nplans\.$/);
});

it.each(['', 'no calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT', calendar(['DTSTART:never', 'RRULE:x']), calendar([])])(
  'fails for none: %j',
  (content) => {
    expect(() => invitationText([part(content)], true)).not.toThrow();
  },
);

it.each(['SUMMARY;X=', 'DTSTART;X=', 'DTSTART;X="', ' a\r\n', 'BEGIN:VEVENT\r\n', 'SUMMARY:a\r\n', '"', ';', '\\n'])(
  'takes linear time for %j',
  (piece) => {
    expectLinear((size) => invitationText([part(calendar([piece.repeat(Math.min(size, 60_000))]))], true));
  },
);
