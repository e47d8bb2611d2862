import type { Problem } from '@vidlunnia/contracts';

/** A call to the API that brought no usable answer; `cause` keeps what the transport said. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
}

/** The API answered with an error status. */
export class HttpError extends ApiError {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    /** The answer's problem details (RFC 9457), when it had any. */
    readonly problem: Problem | null,
    options?: ErrorOptions,
  ) {
    super(`The API answered ${String(status)}${problem ? `: ${problem.title}` : ''}`, options);
  }
}

/** No answer: no connection, a rejected one, or one that broke. */
export class NetworkError extends ApiError {
  override readonly name = 'NetworkError';
}

/** No answer within the call's deadline. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal ended the call. */
export class AbortedError extends ApiError {
  override readonly name = 'AbortedError';
}
