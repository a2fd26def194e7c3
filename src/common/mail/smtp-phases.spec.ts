import { SMTP_TIMEOUTS, SmtpPhases } from './smtp-phases';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('SmtpPhases', () => {
  let overdue: jest.Mock;
  let phases: SmtpPhases;
  beforeEach(() => {
    jest.useFakeTimers();
    overdue = jest.fn();
    phases = new SmtpPhases(SMTP_TIMEOUTS, overdue);
  });
  afterEach(() => {
    phases.end();
    jest.useRealTimers();
  });

  const client = (line: string): void => phases.logger.debug({ tnx: 'client' }, line);
  const server = (line: string): void => phases.logger.debug({ tnx: 'server' }, line);
  const dot = (): void => phases.logger.info({ tnx: 'message' }, '<%s bytes>', 1);
  const waits = (milliseconds: number): void => {
    jest.advanceTimersByTime(milliseconds - 1);
    expect(overdue).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(overdue).toHaveBeenCalledTimes(1);
  };

  it('waits 30 seconds for the reply to a command', () => {
    server('220 ready');
    client('EHLO parley');
    waits(30 * SECOND);
  });

  it('waits 30 seconds from each reply for that to the next of several commands, and two minutes for that to DATA', () => {
    for (const command of ['MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA']) client(command);
    jest.advanceTimersByTime(29 * SECOND);
    server('250 ok');
    jest.advanceTimersByTime(29 * SECOND);
    server('250 ok');
    waits(2 * MINUTE);
  });

  it('waits three minutes until the email is sent', () => {
    client('DATA');
    server('354 go on');
    waits(3 * MINUTE);
  });

  it('waits ten minutes for the reply to the dot, which was not written before', () => {
    client('DATA');
    server('354 go on');
    expect(phases.dotWritten).toBe(false);
    dot();
    expect(phases.dotWritten).toBe(true);
    waits(10 * MINUTE);
  });

  it('stops waiting after the end', () => {
    client('QUIT');
    phases.end();
    server('221 bye');
    dot();
    jest.advanceTimersByTime(60 * MINUTE);
    expect([overdue.mock.calls.length, phases.dotWritten]).toEqual([0, false]);
  });
});
