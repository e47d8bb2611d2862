/**
 * Single flight: a call gets the outcome of an earlier call with the same key that is still under way, so that nothing
 * is done twice. Calls with different keys do not wait for each other; outcomes are not remembered. `flights` has the
 * calls under way, for example to count them.
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
