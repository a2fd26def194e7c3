import type ICAL from 'ical.js';

/** What programs write before the name of a zone: `/freeassociation.sourceforge.net/`, `/mozilla.org/20050126_1/`. */
const REGISTRY = /^\/[^/]+\/(?:\d[^/]*\/)?/;
/** Names that Outlook gives to zones without a name. */
const NAMELESS = /^custom|^tzone:/i;

/** The name of a zone for people: for one without a name, how far it is from UTC. */
export function zoneName(written: string, event: ICAL.Component, time: ICAL.Time): string {
  const name = written.replace(REGISTRY, '');
  if (/^tzone:.*\/utc$/i.test(name)) return 'UTC';
  const zone = NAMELESS.test(name) ? event.getTimeZoneByID(written) : null;
  return zone ? offsetText(zone.utcOffset(time)) : name.replace(/^\((UTC[^)]*)\) /, '$1 ');
}

function offsetText(seconds: number): string {
  const minutes = Math.abs(Math.round(seconds / 60));
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return minutes === 0 ? 'UTC' : `UTC${seconds < 0 ? '-' : '+'}${clock}`;
}
