export { createApiClient, type ApiClientOptions } from './api-client';
export { AbortedError, ApiError, HttpError, NetworkError, TimeoutError } from './errors';
