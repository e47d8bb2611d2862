const fs = require('node:fs');
const { join, relative } = require('node:path');

// Loaded into a process before its own code. Whatever that process brings to the disk of `DATA_DIR` is copied to the
// folder `RECORDED_DISK`: all that a power cut is sure to leave. The paths of open files are Linux's.
const { DATA_DIR = '', RECORDED_DISK = '' } = process.env;

for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const sync = fs[name];
  fs[name] = (descriptor) => {
    sync(descriptor);
    const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    if (!fs.existsSync(path) || !fs.fstatSync(descriptor).isFile()) return;
    fs.copyFileSync(path, join(RECORDED_DISK, relative(DATA_DIR, path)));
  };
}
