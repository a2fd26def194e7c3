import { IsOptional } from 'class-validator';
import { fileScannerProblem } from './file-setting-problems';
import { Follows, Secret, Setting } from './setting';
import { s3BucketProblem } from './setting-problems';
import { TracingSettings } from './tracing-settings';

/** What happens with files of messages. */
export class FileSettings extends TracingSettings {
  @Setting(
    'Virus scanner for all files of messages: `icap://host:port/service`, `clamd://host:port`, or `command:/path` of a program that reads a file on standard input and exits with 0 for a clean one and 1 for an infected one. Set it for all processes',
    'none: files are not scanned',
  )
  @IsOptional()
  @Follows(fileScannerProblem)
  readonly FILES_SCANNER: string | null = null;

  @Setting(
    'Bucket to which files of messages are moved, with an access key that may read, write and delete its objects: `s3://KEY:SECRET@s3.eu-west-1.amazonaws.com/bucket?region=eu-west-1`, each part percent-encoded; `&pathStyle=false` for a bucket in the host name',
    'none: files stay in the database',
  )
  @IsOptional()
  @Follows(s3BucketProblem)
  @Secret()
  readonly FILES_STORE: string | null = null;
}
