import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import webPush from 'web-push';
import { migrate } from '../../src/common/database/migrate';
import { BUILT_IN } from '../../src/features';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { newId } from '../../src/common/database/uuid';
import { loadSettings } from '../../src/config/load-settings';
import { MemberNotificationsService } from '../../src/notifications/notices/member-notifications.service';
import { PushNotifications } from '../../src/notifications/notices/push-notifications';
import { withFeatures } from '../../src/service';
import { PushService, type TestSubscription } from '../../test/support/push-service';
import type { Bench } from '../support/bench';
import { summary } from '../support/compare';
import type { Round } from '../support/load';
import { median } from '../support/median';
import { SERVICE_SETTINGS } from '../support/servers';
import { countStatements } from '../sla/clocks/count-statements';
import { createNotifiedWorkspace, type NotifiedWorkspace } from './desk';

const DEVICES = Number(process.env['DEVICES'] ?? 10_000);
/** The number of concurrent requests of the service. */
const AT_ONCE = 32;
const GOAL = 0.8;
const CERTIFICATE = join(__dirname, '../../test/fixtures/push-service/certificate.pem');
const PAYLOAD = JSON.stringify({
  web_push: 8030,
  notification: {
    title: 'A customer is waiting for an answer',
    body: 'Bench',
    navigate: 'https://parley.example/',
    tag: 'x'.repeat(32),
    lang: 'en',
    dir: 'auto',
  },
});

/**
 * One event to ten thousand devices of as many members: from its transaction until every push service has its message
 * and every row has its outcome. Compared with the library's own loop over the same devices, without queries and
 * writes.
 */
export async function notifications(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  await migrate({ url: databaseUrl, setting: 'DATABASE_URL' }, BUILT_IN);
  const service = await PushService.start();
  const { dataDir } = bench.conditions;
  const settings = loadSettings({
    ...SERVICE_SETTINGS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    FETCH_ALLOWED_HOSTS: '127.0.0.1',
    MAIL_FROM: 'Parley <parley@parley.example>',
  });
  try {
    const subscriptions = Array.from({ length: DEVICES }, () => service.subscribe());
    await withFeatures({ settings, features: BUILT_IN }, async (features) => {
      const desk = await createNotifiedWorkspace(databaseUrl, settings, subscriptions);
      const [own, loop]: [Round[], Round[]] = [[], []];
      const statements: number[] = [];
      for (let round = 0; round < bench.options.rounds; round += 1) {
        own.push(
          await timed(service, async () => void statements.push(await countStatements(() => event(features, desk)))),
        );
        loop.push(await timed(service, () => webPushLoop(subscriptions)));
      }
      const title = `One event to ${DEVICES} devices, per second`;
      bench.measured(title, [summary('Parley', own), summary('web-push', loop)], GOAL);
      bench.plain(title, [
        {
          name: 'statements',
          value: median(statements),
          unit: '',
          n: statements.length,
          note: 'with BEGIN and COMMIT',
        },
        { name: 'messages encrypted', value: DEVICES, unit: '', n: statements.length, note: 'each arrived' },
      ]);
    });
  } finally {
    await service.stop();
  }
}

/** Every device must have been sent to exactly once. */
async function timed(service: PushService, work: () => Promise<void>): Promise<Round> {
  service.arrived.length = 0;
  const began = performance.now();
  await work();
  const milliseconds = performance.now() - began;
  assert.equal(service.arrived.length, DEVICES);
  const each = milliseconds / DEVICES;
  return { perSecond: 1_000 / each, requests: DEVICES, p50Milliseconds: each, p99Milliseconds: each };
}

async function event(features: INestApplicationContext, desk: NotifiedWorkspace): Promise<void> {
  const notifications = features.get(MemberNotificationsService, { strict: false });
  const happened = { ...desk, event: 'newConversation' as const, cause: newId() };
  await features.get(UnitOfWork, { strict: false }).run(() => notifications.notify([happened]));
  const pushes = features.get(PushNotifications, { strict: false }).queue;
  const { signal } = new AbortController();
  while (await pushes.runOnce(signal));
}

async function webPushLoop(subscriptions: readonly TestSubscription[]): Promise<void> {
  const vapid = webPush.generateVAPIDKeys();
  const vapidDetails = { subject: 'mailto:parley@parley.example', ...vapid };
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, ca: readFileSync(CERTIFICATE) });
  const waiting = [...subscriptions];
  const take = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await webPush.sendNotification(next, PAYLOAD, {
        vapidDetails,
        agent,
        TTL: 14_400,
        urgency: 'normal',
        topic: 'x'.repeat(32),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  agent.destroy();
}
