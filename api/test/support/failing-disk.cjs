const fs = require('node:fs');
const { join } = require('node:path');

// Loaded into a process before its own code: its disk fails while there is a file `disk-fails` in `DATA_DIR`.
const switched = join(process.env.DATA_DIR ?? '', 'disk-fails');

for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const sync = fs[name];
  fs[name] = (descriptor) => {
    if (fs.existsSync(switched))
      throw Object.assign(new Error(`EIO: i/o error, ${name}`), { code: 'EIO', errno: -5 });
    sync(descriptor);
  };
}
