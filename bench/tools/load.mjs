// Runs autocannon with the options that its one argument has as JSON, until they or Ctrl-C end it; prints its result.
import autocannon from 'autocannon';

const load = autocannon(JSON.parse(process.argv[2]), (error, result) => {
  if (error) throw error;
  process.stdout.write(JSON.stringify(result));
});
process.once('SIGINT', () => load.stop());
