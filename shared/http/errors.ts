import type { Problem } from '@vidlunnia/contracts';

/** A call to the API without a usable response; `cause` has the transport's error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
}

/** The API responded with an error status. */
export class HttpError extends ApiError {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    /** The response's problem details (RFC 9457), if any. */
    readonly problem: Problem | null,
    options?: ErrorOptions,
  ) {
    super(`The API responded with ${String(status)}${problem ? `: ${problem.title}` : ''}`, options);
  }
}

/** No response: the connection failed, was rejected, or broke. */
export class NetworkError extends ApiError {
  override readonly name = 'NetworkError';
}

/** No response within the call's deadline. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal ended the call. */
export class AbortedError extends ApiError {
  override readonly name = 'AbortedError';
}
