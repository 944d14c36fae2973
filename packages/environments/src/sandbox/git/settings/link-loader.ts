import { loadFilterInPerl, systemCalls } from '../../filter-loader.js'
import type { SettingsLink } from './settings-copies.js'

/**
 * Perl code that mounts symbolic links over files, so that git sees a link where there is none. Git follows the link to
 * write settings, so it does not need to rename over a mount, which fails. Without a link, the file stays read-only, so
 * errors are ignored. The calls are `open_tree` and `move_mount`, whose numbers are the same on all processors.
 */
const mountLinks = `sub mount_links {
  my $folder = shift;
  my $empty = '';
  while (my ($target, $place) = splice @_, 0, 2) {
    my $link = "$folder/.link-$$";
    symlink($target, $link) or next;
    my $tree = syscall(428, -100, $link, 0x80101);
    syscall(429, $tree, $empty, -100, $place, 4) if $tree >= 0;
    unlink $link;
  }
}`

/** Perl code that keeps only the rights of the mask. */
const dropRights = `sub drop_rights {
  my ($prctl, $capset, $rights) = map { $_ + 0 } @_;
  syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "sandbox: no-new-privs: $!\\n";
  syscall($prctl, 24, $_, 0, 0, 0) for 21, 8;
  my ($header, $sets) = (pack('LL', 0x20080522, 0), pack('L6', ($rights) x 3, 0, 0, 0));
  syscall($capset, $header, $sets) == 0 or die "sandbox: rights: $!\\n";
}`

/** Perl code that enters the user namespace of descriptor 8. */
const enterUsers = `sub enter_users {
  my $setns = shift() + 0;
  open(my $users, '<&=', 8) or die "sandbox: no users: $!\\n";
  syscall($setns, 8, 0x10000000) == 0 or die "sandbox: users: $!\\n";
}`

/** Returns the program that mounts links: `[program, ...arguments]`, to be followed by a folder for them, and by targets and places. */
export function linkMounter(perl: string): readonly string[] {
  return [perl, '-e', `${mountLinks}\nmount_links(@ARGV);`]
}

interface LinkLoaderOptions {
  readonly perl: string
  readonly links: readonly SettingsLink[]
  /** Whether commands have root's rights to files. */
  readonly isRoot: boolean
  /** Whether commands run in another user namespace, which is open as descriptor 8. */
  readonly entersUsers: boolean
}

/** CAP_CHOWN, CAP_DAC_OVERRIDE and CAP_FOWNER, as a mask. */
const rightsOfRoot = 0b1011

/**
 * Returns the program that runs inside the sandbox before a command. It mounts links, gives up the rights to do so, and
 * installs the system call filter. `undefined` on unsupported processors.
 */
export function linkLoader({ perl, links, isRoot, entersUsers }: LinkLoaderOptions): readonly string[] | undefined {
  const calls = systemCalls()
  if (calls === undefined) return undefined
  const script = `${mountLinks}
${dropRights}
${entersUsers ? enterUsers : ''}
my ($prctl, $capset, $rights, $count) = splice @ARGV, 0, 4;
mount_links('/dev/shm', splice(@ARGV, 0, 2 * $count));
${entersUsers ? `enter_users(${calls.setns});` : ''}
drop_rights($prctl, $capset, $rights);
${loadFilterInPerl}`
  const numbers = [calls.prctl, calls.capset, isRoot ? rightsOfRoot : 0, links.length].map(String)
  return [perl, '-e', script, ...numbers, ...links.flatMap(({ target, place }) => [target, place])]
}
