import { aTnef, attribute, fileTime, type MapiEntry, ofMessage, unicode } from '../../../../../test/factories/tnef';
import { invitationText } from '../invitation';
import { openedWinmail } from './winmail';

const START: MapiEntry = [0x40, 0x0060, fileTime('2026-11-26T13:00:00Z')];
const END: MapiEntry = [0x40, 0x0061, fileTime('2026-11-26T14:00:00Z')];
const SUBJECT: MapiEntry = [0x1f, 0x0037, unicode('Review; plans')];
const kind = (name: string): MapiEntry => [0x1f, 0x001a, unicode(`IPM.Schedule.Meeting.${name}`)];

function contentOf(...attributes: Buffer[]): string | null {
  const content = new Uint8Array(aTnef(...attributes)).buffer;
  const mimeType = 'application/ms-tnef';
  const { attachments } = openedWinmail([{ filename: 'winmail.dat', mimeType, disposition: 'attachment', content }]);
  return invitationText(attachments, true);
}

describe('a meeting of Outlook is told as one of a calendar', () => {
  it.each<[string, MapiEntry[], string]>([
    ['Request', [START, END], 'Invitation: Review; plans\nWhen: Thu, 26 Nov 2026, 13:00–14:00 (UTC)'],
    ['Canceled', [START], 'Canceled event: Review; plans\nWhen: Thu, 26 Nov 2026, 13:00 (UTC)'],
    [
      'Resp.Neg',
      [START, [0x1f, 0x0c1a, unicode('Ann "A" Lee')]],
      'Answer to an invitation: Review; plans\nWhen: Thu, 26 Nov 2026, 13:00 (UTC)\nAnswer: no (Ann A Lee)',
    ],
    [
      'Request',
      [
        [0x40, 0x820d, fileTime('2026-12-01T09:00:00Z')],
        [0x1f, 0x8208, unicode('Room 4, Bonn')],
      ],
      'Invitation: Review; plans\nWhen: Tue, 1 Dec 2026, 09:00 (UTC)\nWhere: Room 4, Bonn',
    ],
  ])('%s', (name, entries, content) => {
    expect(contentOf(ofMessage(kind(name), SUBJECT, ...entries))).toBe(content);
  });

  it('of old programs, by the class of its message', () => {
    const ofOld = attribute(1, 0x00078008, Buffer.from('IPM.Microsoft Schedule.MtgReq\0'));
    expect(contentOf(ofOld, ofMessage(SUBJECT, START))).toMatch(/^Invitation: Review/);
  });

  it.each<[string, MapiEntry[]]>([
    ['another message', [[0x1f, 0x001a, unicode('IPM.Note')], SUBJECT, START]],
    ['one without a time', [kind('Request'), SUBJECT]],
    ['one of no year', [kind('Request'), SUBJECT, [0x40, 0x0060, Buffer.alloc(8, 0xff)]]],
  ])('but not %s', (_what, entries) => {
    expect(contentOf(ofMessage(...entries))).toBeNull();
  });
});
