// Runs autocannon with the options that its one argument has as JSON, until they or Ctrl-C end it; prints its result.
import autocannon from 'autocannon';

const { visitors, ...options } = JSON.parse(process.argv[2]);

/** Every request comes from the next visitor, as a proxy in front of the site would say, and asks for its own address. */
function requestsOf({ count, paths }) {
  let number = 0;
  const setupRequest = (request) => {
    const visitor = number++ % count;
    const address = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
    const path = paths[number % paths.length] + visitor;
    return { ...request, path, headers: { ...request.headers, 'x-forwarded-for': address } };
  };
  return [{ setupRequest }];
}

const load = autocannon(
  { ...options, ...(visitors && { requests: requestsOf(visitors) }) },
  (error, result) => {
    if (error) throw error;
    process.stdout.write(JSON.stringify(result));
  },
);
process.once('SIGINT', () => load.stop());
