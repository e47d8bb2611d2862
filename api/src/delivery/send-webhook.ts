import { Webhook } from 'standardwebhooks';
import { reasonOf } from '@vidlunnia/settings/machine';
import type { WebhookSettings } from '../config/settings';
import { submissionFields } from '../submissions/list-submissions';
import { DeliveryError, type Deliver } from './delivery-worker';
import type { Digest, Letter } from './outbox';

const TYPES = { applications: 'application.created', messages: 'message.created' } as const;

/**
 * Posts a submission or a digest to another program, signed by the Standard Webhooks scheme
 * (https://www.standardwebhooks.com).
 */
export function postToWebhook({ url, secret }: WebhookSettings): Deliver {
  const signer = new Webhook(secret);
  return async (letter, signal) => {
    const body = JSON.stringify(eventOf(letter));
    const now = new Date();
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal,
      // Only the configured receiver may get the submission, not a redirect's target.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'vidlunnia',
        'webhook-id': letter.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(letter.id, now, body),
      },
    }).catch((error: unknown) => {
      throw new DeliveryError(`the receiver could not be reached: ${reasonOf(error)}`);
    });
    await response.body?.cancel();
    // 410 means that the receiver wants no more deliveries.
    if (!response.ok)
      throw new DeliveryError(`the receiver answered ${String(response.status)}`, {
        isFinal: response.status === 410,
      });
  };
}

function eventOf(letter: Letter) {
  if (letter.kind === 'digest') return suspectedEvent(letter);
  const { kind, submission } = letter;
  const fields = submissionFields(kind);
  const data = {
    ...Object.fromEntries(Object.entries(submission).filter(([field]) => fields.includes(field))),
    ...(submission.source && { source: submission.source }),
  };
  return { type: TYPES[kind], timestamp: submission.created_at, data };
}

/** Without the texts of strangers: the receiver may show an event to many people. */
const suspectedEvent = ({ created_at, count, suspects }: Digest) => ({
  type: 'submissions.suspected',
  timestamp: created_at,
  data: {
    count,
    suspects: suspects.map(({ kind, submission }) => ({
      id: submission.id,
      kind,
      created_at: submission.created_at,
      suspicion: submission.suspicion,
    })),
  },
});
