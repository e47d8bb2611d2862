import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly mail: ParsedMail;
}

/** The mail server's reaction to a mail: accepts it, rejects it, fails, or never responds. */
type Behaviour = 'take' | 'reject-recipient' | 'fail' | 'hang';

interface SmtpReceiver {
  readonly url: string;
  readonly received: ReceivedMail[];
  behaviour: Behaviour;
  /** Resolves when a mail hangs. */
  hung(): Promise<void>;
  /** Accepts the hanging mails, and from now on all. */
  release(): void;
}

/** A mail server for the tests of a file; at the start of each test it accepts mails and has none. */
export function smtpReceiver(): SmtpReceiver {
  const hanging: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1,
    onRcptTo: ({ address }, _session, callback) => {
      if (receiver.behaviour === 'reject-recipient')
        callback(Object.assign(new Error(`No ${address} here`), { responseCode: 550 }));
      else callback();
    },
    onData: (stream, session, callback) => {
      const take = () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        simpleParser(stream).then(
          (mail) => {
            receiver.received.push({ recipients, mail });
            callback();
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new Error(String(error)));
          },
        );
      };
      if (receiver.behaviour === 'hang') {
        hanging.push(take);
      } else if (receiver.behaviour === 'fail') {
        callback(Object.assign(new Error('Not for olena@example.com'), { responseCode: 451 }));
      } else take();
    },
  });
  server.on('error', () => undefined);
  const receiver: SmtpReceiver = {
    received: [],
    behaviour: 'take',
    hung: async () => {
      while (hanging.length === 0) await new Promise(setImmediate);
    },
    release: () => {
      receiver.behaviour = 'take';
      for (const take of hanging.splice(0)) take();
    },
    get url() {
      const address = server.server.address();
      return `smtp://127.0.0.1:${typeof address === 'object' && address ? String(address.port) : ''}`;
    },
  };
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    receiver.received.length = 0;
    hanging.length = 0;
    receiver.behaviour = 'take';
  });
  afterAll(() => {
    server.close();
  });
  return receiver;
}
