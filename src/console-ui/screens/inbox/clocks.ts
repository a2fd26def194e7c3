import type { Schemas } from '../../api/client';
import type { Words } from '../../words/words';

export type Clock = Schemas['SlaClock'];

/** A clock that is about to run out or has. What the service reports decides, not this computer's clock. */
export function clockIn(clock: Clock | null, now: number, text: Words['text']): { text: string; look: string } | null {
  if (!clock?.dueAt) return null;
  const minutes = minutesLeft(clock.dueAt, now);
  if (clock.status === 'breaching')
    return { text: text('inbox.overdue', { count: Math.max(0, -minutes) }), look: 'wrong' };
  if (clock.status === 'imminent') return { text: text('inbox.dueIn', { count: Math.max(0, minutes) }), look: 'soon' };
  return null;
}

/** "First response, 12 min left (14:30)", and "paused: waiting for the customer". Null for a clock that has ended. */
export function describeClock(
  { milestone, status, dueAt }: Clock,
  waitingOn: Schemas['SupportRequest']['waitingOn'],
  now: number,
  { text, locale }: Pick<Words, 'text' | 'locale'>,
): { text: string; look: string } | null {
  const name = text(`sla.milestone.${milestone}`);
  if (status === 'paused') {
    const why = text(waitingOn ? `sla.waitingOn.${waitingOn}` : 'sla.paused');
    return { text: text('sla.isPaused', { name, why }), look: 'paused' };
  }
  if (!dueAt || !['pending', 'imminent', 'breaching'].includes(status)) return null;
  const minutes = minutesLeft(dueAt, now);
  const time = momentOf(dueAt, now, locale);
  const span = spanOf(Math.abs(minutes), locale);
  return status === 'breaching'
    ? { text: text('sla.overdue', { name, span, time }), look: 'wrong' }
    : { text: text('sla.left', { name, span, time }), look: status === 'imminent' ? 'soon' : 'running' };
}

function minutesLeft(dueAt: string, now: number): number {
  return Math.round((Date.parse(dueAt) - now) / 60_000);
}

function spanOf(minutes: number, locale: string): string {
  const [value, unit] =
    minutes < 90
      ? ([minutes, 'minute'] as const)
      : minutes < 2_880
        ? ([Math.round(minutes / 60), 'hour'] as const)
        : ([Math.round(minutes / 1_440), 'day'] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** The time alone, if it is within a day. */
function momentOf(at: string, now: number, locale: string): string {
  const isNear = Math.abs(Date.parse(at) - now) < 86_400_000;
  return new Intl.DateTimeFormat(locale, { ...(!isNear && { dateStyle: 'medium' }), timeStyle: 'short' }).format(
    new Date(at),
  );
}
