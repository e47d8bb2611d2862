export { createApiClient, type ApiClientOptions } from './api-client.ts';
export { AbortedError, ApiError, HttpError, NetworkError, TimeoutError } from './errors.ts';
