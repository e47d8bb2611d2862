/** A request that a fuzz run makes, of the shell or of the API behind it. */
export interface FuzzRequest {
  readonly to: 'shell' | 'api';
  readonly method: string;
  readonly path: string;
  /** The path by which the API's document knows it, if it does. */
  readonly route?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}
