import { AwsClient } from 'aws4fetch';

/** A bucket of S3 with the key to sign requests for it. */
export interface S3Bucket {
  client: AwsClient;
  name: string;
  /** The address of its objects, with a slash at the end. */
  address: string;
}

/** `s3://KEY:SECRET@host/bucket?region=…`. `pathStyle=false` has the bucket in the host name, `tls=false` no encryption. */
export function s3BucketOf(url: URL): S3Bucket {
  const name = decodeURIComponent(url.pathname.split('/')[1] ?? '');
  const isHosted = url.searchParams.get('pathStyle') === 'false';
  const origin = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
  return {
    client: new AwsClient({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      region: url.searchParams.get('region') ?? '',
      service: 's3',
      retries: 0,
    }),
    name,
    address: isHosted ? `${origin}://${name}.${url.host}/` : `${origin}://${url.host}/${name}/`,
  };
}
