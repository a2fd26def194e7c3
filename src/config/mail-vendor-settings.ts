import { IsOptional } from 'class-validator';
import { Follows, Limit, Secret, Setting, Several, Whole } from './setting';
import { s3BucketProblem, snsTopicProblem, svixSecretProblem } from './setting-problems';
import { VisitorSettings } from './visitor-settings';

const MIB = 1_048_576;

/** The services that can hand incoming email over, and bounds on email. Postmark, SendGrid and Rails use MAIL_INBOUND_SECRET. */
export class MailVendorSettings extends VisitorSettings {
  @Setting('HTTP webhook signing key of Mailgun, for incoming email', 'none: email from Mailgun is refused')
  @Secret()
  readonly MAIL_INBOUND_MAILGUN_KEY: string | null = null;

  @Several(
    'Comma-separated ARNs of the Amazon SNS topics to which Amazon SES publishes incoming email',
    'none: email from SES is refused',
    snsTopicProblem,
  )
  readonly MAIL_INBOUND_SES_TOPICS: readonly string[] = [];

  @Setting(
    'Bucket in which Amazon SES stores incoming email, with an access key that may read it: `s3://KEY:SECRET@s3.eu-west-1.amazonaws.com/bucket?region=eu-west-1`, each part percent-encoded',
    'none: email must be in the notification',
  )
  @IsOptional()
  @Follows(s3BucketProblem)
  @Secret()
  readonly MAIL_INBOUND_SES_S3: string | null = null;

  @Setting('Signing secret of Resend’s webhook for incoming email, `whsec_…`', 'none: email from Resend is refused')
  @IsOptional()
  @Follows(svixSecretProblem)
  @Secret()
  readonly MAIL_INBOUND_RESEND_SECRET: string | null = null;

  @Setting('API key of Resend that may read incoming email; required with MAIL_INBOUND_RESEND_SECRET', 'none')
  @Secret()
  readonly MAIL_INBOUND_RESEND_KEY: string | null = null;

  @Whole(
    'Maximum size of an email with attachments that a member sends, in bytes, as it is encoded',
    1 * MIB,
    100 * MIB,
  )
  readonly MAIL_MAX_BYTES: number = 25 * MIB;

  @Limit('Test emails to agents per user per minute')
  readonly LIMIT_MAIL_TEST_PER_USER: number = 10;
}
