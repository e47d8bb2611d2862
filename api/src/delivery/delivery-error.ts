/** A failed attempt. Its message is stored and logged, and has no personal data. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** Whether further attempts are useless. */
    readonly isFinal = false,
  ) {
    super(message);
    this.name = 'DeliveryError';
  }
}
