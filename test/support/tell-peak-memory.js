// Loaded into a program (`node -r`): how much memory it has had at once, at most, stands in its last line to standard error.
process.once('exit', () => process.stderr.write(`\npeak memory: ${process.resourceUsage().maxRSS} KiB\n`));
