/**
 * Installs the filter from file descriptor 7 and runs the command. The first argument is the number of the system call
 * prctl.
 */
const inPerl = `my $call = shift() + 0;
open(my $file, '<&=', 7) or die "unshare: no filter: $!\\n";
binmode $file;
my $filter = do { local $/; <$file> };
my $program = pack('Sx![P]P', length($filter) / 8, $filter);
syscall($call, 38, 1, 0, 0, 0) == 0 or die "unshare: no-new-privs: $!\\n";
syscall($call, 22, 2, $program) == 0 or die "unshare: the filter: $!\\n";
close $file;
exec { $ARGV[0] } @ARGV or die "unshare: $ARGV[0]: $!\\n";`

const prctl: Readonly<Record<string, number>> = { x64: 157, arm64: 167 }

/**
 * The program that installs a system call filter before a command, which util-linux cannot do. Empty when none is
 * available.
 */
export function filterLoader(perl: string | undefined, processor: string = process.arch): readonly string[] {
  const number = prctl[processor]
  return perl === undefined || number === undefined ? [] : [perl, '-e', inPerl, String(number)]
}
