/** A running site that is measured. */
export interface Site {
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}
