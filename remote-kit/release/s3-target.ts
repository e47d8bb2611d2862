import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { valueOf, type Environment } from '@vidlunnia/settings';
import { serverTarget, type Answer, type Times } from './http-target';
import type { ReleaseTarget } from './release-target';

/**
 * Objects of a bucket below `folder`. Endpoint, region and credentials are in Amazon's own variables; without an
 * endpoint, Amazon's is used.
 */
export function s3Target(
  bucket: string,
  folder: string,
  environment: Environment,
  times?: Times,
): ReleaseTarget {
  const variable = (name: string) => valueOf(name, environment);
  const region = variable('AWS_REGION') ?? variable('AWS_DEFAULT_REGION') ?? '';
  const endpoint = variable('AWS_ENDPOINT_URL_S3') ?? variable('AWS_ENDPOINT_URL');
  // Servers other than Amazon's rarely have a host name for each bucket.
  const host = endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  const client = () => {
    const [accessKeyId, secretAccessKey] = [variable('AWS_ACCESS_KEY_ID'), variable('AWS_SECRET_ACCESS_KEY')];
    const sessionToken = variable('AWS_SESSION_TOKEN');
    if (accessKeyId === undefined || secretAccessKey === undefined || !region)
      throw new Error(
        'RELEASE_TARGET is a bucket: set AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; for a profile, “aws configure export-credentials --format env” prints them',
      );
    return new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      ...(sessionToken && { sessionToken }),
    });
  };
  return serverTarget(
    {
      address: `${host}/${folder}`,
      place: `s3://${bucket}/${folder}`,
      authorize: (url, request) => {
        const headers = new Headers(request.headers);
        const body = request.body instanceof Uint8Array ? request.body : '';
        headers.set('x-amz-content-sha256', createHash('sha256').update(body).digest('hex'));
        return client().sign(url, { ...request, headers });
      },
      isMissing: (answer) => codeOf(answer) === 'NoSuchKey',
      isUnmet: (answer) => UNMET.includes(codeOf(answer)),
      explain: (answer) => explain(answer, bucket),
    },
    times,
  );
}

/** S3's codes for a failed condition: changed, being changed, or removed meanwhile. */
const UNMET = ['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey'];

const field = ({ bytes }: Answer, name: string) =>
  RegExp(`<${name}>([^<]*)</${name}>`).exec(bytes.toString('utf8'))?.[1] ?? '';

const codeOf = (answer: Answer) => field(answer, 'Code');

function explain(answer: Answer, bucket: string): string {
  const code = codeOf(answer) || `status ${String(answer.status)}`;
  return `${field(answer, 'Message') || 'refused'} (${code}); check RELEASE_TARGET, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; the key needs s3:GetObject, s3:PutObject and s3:DeleteObject for its part of ${bucket}, and s3:ListBucket`;
}
