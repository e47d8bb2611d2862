const fs = require('node:fs');
const { join, relative } = require('node:path');

// Loaded into a process before its own code. Copies everything that the process flushes to the disk of `DATA_DIR` to
// the folder `RECORDED_DISK`: the data that survive a power cut. The paths of open files are Linux's.
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
