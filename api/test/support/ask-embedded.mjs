import { text } from 'node:stream/consumers';
import { PGlite } from '@electric-sql/pglite';

// Runs the statements of its input, a list in JSON, on the embedded database of a folder. Prints the last one's rows.
const database = await PGlite.create(process.argv[2]);
await database.exec(`SET TIME ZONE 'UTC'`);
let rows = [];
for (const statement of JSON.parse(await text(process.stdin))) ({ rows } = await database.query(statement));
await database.close();
process.stdout.write(JSON.stringify(rows));
