import { MailVendorSettings } from './mail-vendor-settings';
import { Follows, Several, Whole } from './setting';

const hour = 3_600;

/** How webhooks are delivered. */
export class WebhookSettings extends MailVendorSettings {
  @Whole('Requests to webhooks at once per process', 1, 1_000)
  readonly WEBHOOK_CONCURRENCY: number = 64;

  @Whole('Maximum time for a request to a webhook, in milliseconds', 100, 60_000)
  readonly WEBHOOK_TIMEOUT_MS: number = 15_000;

  @Several(
    'Comma-separated waits before the retries of an event, in seconds; it fails after the last one',
    '5,30,120,600,1800,3600,7200,14400,28800,43200,43200,43200,43200',
    (item) => (/^\d{1,6}$/.test(item) && Number(item) > 0 ? null : 'is not a whole number from 1 to 999999'),
  )
  @Follows((items: readonly string[]) => (items.length > 0 && items.length <= 30 ? null : 'must have 1 to 30 waits'))
  readonly WEBHOOK_RETRY_SECONDS: readonly string[] = [
    ...['5', '30', '120', '600', '1800', '3600', '7200', '14400', '28800'],
    ...['43200', '43200', '43200', '43200'],
  ];

  @Whole('How long an event that fails holds back later events of its subject, in seconds', 0, 24 * hour)
  readonly WEBHOOK_HOLD_SECONDS: number = 900;

  @Whole('How long a webhook may fail until it is paused, in seconds', 1, 30 * 24 * hour)
  readonly WEBHOOK_PAUSE_AFTER_SECONDS: number = 72 * hour;
}
