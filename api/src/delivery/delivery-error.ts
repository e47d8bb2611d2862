/** An attempt that failed. Its message is stored and logged, and names nobody. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** Whether another attempt would be in vain. */
    readonly isFinal = false,
  ) {
    super(message);
    this.name = 'DeliveryError';
  }
}
