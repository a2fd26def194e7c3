/** As many as a campaign runs (`npm run campaign -- NAME`); `npm run test:heavy` runs a part of them, usually a tenth. */
export function campaignOf(all: number, part = 10): number {
  return process.env['CAMPAIGN'] ? all : Math.ceil(all / part);
}

/** In milliseconds, less than the hour that Jest gives a campaign: what has run by then is its result. */
const LONGEST_MS = 50 * 60_000;

/** Whether a campaign that began at `started` goes on with its next round: it has rounds left, and time. */
export function goesOn(round: number, rounds: number, started: number): boolean {
  return round < rounds && Date.now() - started < LONGEST_MS;
}
