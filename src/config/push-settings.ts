import { Follows, Limit, Setting } from './setting';
import { addressIn, vapidSubjectProblem } from './setting-problems';
import { FileSettings } from './file-settings';

interface Others {
  NODE_ENV: string;
  MAIL_FROM: string;
}

/** Push notifications of members' devices. */
export class PushSettings extends FileSettings {
  @Setting(
    'How push services can reach you: `mailto:` with an email address, or an https URL; `production` requires a public host',
    '`mailto:` with the address in MAIL_FROM',
  )
  @Follows((subject: string, { NODE_ENV, MAIL_FROM }: Others) => {
    const isProduction = NODE_ENV === 'production';
    if (subject === '' && !isProduction) return null;
    const address = addressIn(MAIL_FROM);
    if (subject === '' && !address.includes('@')) return 'follows from MAIL_FROM, which has no email address';
    return vapidSubjectProblem(subject || `mailto:${address}`, isProduction);
  })
  readonly VAPID_SUBJECT: string = '';

  @Limit('Test notifications per user per minute')
  readonly LIMIT_DEVICE_TEST_PER_USER: number = 10;

  @Limit('Registrations of devices per user per hour, including repeated ones')
  readonly LIMIT_DEVICE_REGISTRATION_PER_USER: number = 120;
}
