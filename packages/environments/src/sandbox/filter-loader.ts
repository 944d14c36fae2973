/** Perl code that installs the filter from file descriptor 7 and runs the command. `$prctl` is the number of that system call. */
export const loadFilterInPerl = `open(my $file, '<&=', 7) or die "sandbox: no filter: $!\\n";
binmode $file;
my $filter = do { local $/; <$file> };
my $program = pack('Sx![P]P', length($filter) / 8, $filter);
syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "sandbox: no-new-privs: $!\\n";
syscall($prctl, 22, 2, $program) == 0 or die "sandbox: the filter: $!\\n";
close $file;
exec { $ARGV[0] } @ARGV or die "sandbox: $ARGV[0]: $!\\n";`

const callNumbers: Readonly<Record<string, SystemCalls>> = {
  x64: { prctl: 157, capset: 126, setns: 308 },
  arm64: { prctl: 167, capset: 91, setns: 268 },
}

interface SystemCalls {
  readonly prctl: number
  readonly capset: number
  readonly setns: number
}

/** Returns the numbers of system calls, or `undefined` for unsupported processors. */
export function systemCalls(processor: string = process.arch): SystemCalls | undefined {
  return callNumbers[processor]
}

/**
 * Returns the program that installs a system call filter before a command, which util-linux cannot do. Empty when none
 * is available.
 */
export function filterLoader(perl: string | undefined, processor: string = process.arch): readonly string[] {
  const calls = systemCalls(processor)
  if (perl === undefined || calls === undefined) return []
  return [perl, '-e', `my $prctl = shift() + 0;\n${loadFilterInPerl}`, String(calls.prctl)]
}
