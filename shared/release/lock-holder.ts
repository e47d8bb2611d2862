import { hostname } from 'node:os';
import { Type, type Static } from '@sinclair/typebox';

/** Who holds a lock. */
export const HolderSchema = Type.Object({
  host: Type.String(),
  process: Type.Integer(),
  user: Type.String(),
});

export type Holder = Static<typeof HolderSchema>;

/** This process. */
export const holderHere = (): Holder => ({
  host: hostname(),
  process: process.pid,
  user: process.env['USER'] ?? process.env['USERNAME'] ?? 'somebody',
});

export const describeHolder = ({ user, host, process }: Holder): string =>
  `${user} on ${host} (process ${String(process)})`;

/** `deadline` in milliseconds. */
export const notReleased = (holder: Holder, deadline: number): Error =>
  new Error(
    `${describeHolder(holder)} has not finished its release in ${String(deadline / 1000)} s; try again when it has`,
  );

export const takenOver = (): Error =>
  new Error('Another release has taken over, because this one gave no sign of life for long; release again');
