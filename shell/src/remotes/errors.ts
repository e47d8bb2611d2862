/** A remote's module that could not be had; `cause` keeps the runtime's own error. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}
