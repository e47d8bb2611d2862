#!/usr/bin/env node
// In this repository the sources run as they are; the published package has them compiled, and no such file.
void import('tsx').then(() => require('./commands/cli'));
