import { timezoneNamed } from './timezone';

describe('timezoneNamed', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('%s is %s', (name, zone) => {
    expect(timezoneNamed(name)).toBe(zone);
  });

  it.each(['', 'Europe', 'Mars/Olympus', '+01:00', 'GMT+1', 'Europe/Berlin\n', ' UTC', 'UTC;x', '../UTC'])(
    '%j is none',
    (name) => {
      expect(timezoneNamed(name)).toBeNull();
    },
  );
});
