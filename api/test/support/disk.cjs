const fs = require('node:fs');
const { join, relative } = require('node:path');

// Loaded into a process before its own code. Its disk fails while `DATA_DIR` has a file `disk-fails`. As soon as the
// folder `RECORDED_DISK` has a copy of the database, everything flushed from `DATA_DIR` is copied there: the data that
// survive a power cut. The paths of open files are Linux's.
const { DATA_DIR = '', RECORDED_DISK } = process.env;

for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const sync = fs[name];
  fs[name] = (descriptor) => {
    if (fs.existsSync(join(DATA_DIR, 'disk-fails')))
      throw Object.assign(new Error(`EIO: i/o error, ${name}`), { code: 'EIO', errno: -5 });
    sync(descriptor);
    if (!RECORDED_DISK || !fs.existsSync(join(RECORDED_DISK, 'db'))) return;
    const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    if (!fs.existsSync(path) || !fs.fstatSync(descriptor).isFile()) return;
    fs.copyFileSync(path, join(RECORDED_DISK, relative(DATA_DIR, path)));
  };
}
