/**
 * Single flight: who calls while an earlier call with the same key is under way gets that call's outcome, and nothing is
 * done twice. Calls with different keys do not wait for each other; afterwards nothing is remembered. `flights` are the
 * calls under way, for who wants to count them.
 */
export function singleFlight<Key, Rest extends readonly unknown[], Value>(
  work: (key: Key, ...rest: Rest) => Promise<Value>,
  flights = new Map<Key, Promise<Value>>(),
): (key: Key, ...rest: Rest) => Promise<Value> {
  return (key, ...rest) => {
    const underWay = flights.get(key);
    if (underWay) return underWay;
    const flight = work(key, ...rest).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
