import { setTimeout as pause } from 'node:timers/promises';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { ScriptedSmtpServer } from '../support/scripted-smtp-server';
import { SpawnedService } from '../support/spawned-service';

describe('a reply whose process is asked to end while the mail server thinks', () => {
  let server: ScriptedSmtpServer;
  let parley: Parley;
  let service: SpawnedService | undefined;

  beforeAll(async () => {
    server = await ScriptedSmtpServer.start();
    parley = await startParley();
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await parley.stop();
    await server.stop();
  });

  it('is sent if the answer comes later than requests are waited for, and holds up none', async () => {
    server.play({ message: { say: '250 2.0.0 taken\r\n', afterMs: 32_000 } });
    const desk = await InboxDesk.open(parley, { undoSendSeconds: 0 });
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    service = await SpawnedService.start({ DATABASE_URL: parley.databaseUrl, SMTP_URL });
    const { id } = (await desk.reply({ channel: 'email' })).body;
    while (server.mails.length === 0) await pause(50);
    const startedAt = Date.now();
    const ended = service.stop();
    // Its connections are cut after 25 seconds, and no more are taken.
    let refusedAfter = 0;
    while (refusedAfter === 0) {
      await fetch(`${service.url}/capabilities`, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.text(),
        () => (refusedAfter = Date.now() - startedAt),
      );
      await pause(100);
    }
    expect(await ended).toBe(0);
    const { message, failure } = (await desk.get(id)).body;
    process.stdout.write(
      `reply shutdown: refused after ${refusedAfter} ms, ended after ${Date.now() - startedAt} ms\n`,
    );
    expect([message.lifecycleStatus, failure]).toEqual(['sent', null]);
    expect(refusedAfter).toBeLessThan(Date.now() - startedAt);
  });
});
