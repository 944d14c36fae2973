import { asksForHelp, hasFlag, type Rule, subcommandOf } from './rule.js'

export const diskRules: readonly Rule[] = [
  {
    reason: 'It creates a file system or erases what marks one.',
    programs: ['mkswap', 'mke2fs', 'mkdosfs', 'newfs', 'wipefs', 'blkdiscard', 'mkntfs'],
    test: ({ args, invocation }) =>
      !asksForHelp(args) && !(invocation.name === 'wipefs' && !hasFlag(args, 'ao', 'all', 'offset')),
  },
  {
    reason: 'It creates a file system.',
    test: ({ invocation, args }) => /^(?:mkfs|newfs)(?:[._]|$)/.test(invocation.name) && !asksForHelp(args),
  },
  {
    reason: 'It changes the partitions of a disk.',
    programs: ['fdisk', 'sfdisk', 'cfdisk', 'gdisk', 'parted', 'sgdisk', 'partprobe'],
    test: ({ args }) =>
      !asksForHelp(args) &&
      !hasFlag(args, 'lpd', 'list', 'print', 'dump') &&
      args.at(-1) !== 'print' &&
      args.length > 0,
  },
  {
    reason: 'It changes or removes volumes, pools or encrypted disks.',
    programs: [
      'lvremove',
      'vgremove',
      'pvremove',
      'lvreduce',
      'vgreduce',
      'pvcreate',
      'vgcreate',
      'dmsetup',
      'cryptsetup',
      'mdadm',
      'zpool',
      'zfs',
      'btrfs',
      'nvme',
      'hdparm',
      'badblocks',
      'diskutil',
      'flashrom',
      'efibootmgr',
    ],
    test: ({ args, invocation: { name } }) =>
      /^(?:lv|vg|pv)/.test(name) ||
      args.some((arg) =>
        /^(?:destroy|remove|luksFormat|luksErase|erase|--zero-superblock|--stop|format|sanitize|delete|-w|labelclear|rollback|create|--security-erase.*|--write|erase(?:Disk|Volume)|partitionDisk|reformat|zeroDisk|secureErase|-B|-D)$/.test(
          arg,
        ),
      ),
  },
  {
    reason: 'It writes to a disk directly.',
    programs: ['losetup', 'swapoff', 'swapon', 'mount', 'umount'],
    test: ({ args, paths, invocation: { name } }) =>
      name === 'swapoff'
        ? args.includes('-a')
        : name === 'umount'
          ? args.includes('-a')
          : name === 'mount' && args.some(paths.isBlockDevice),
  },
  {
    reason: 'It writes to a device.',
    test: ({ written, paths }) =>
      written.some(
        (path) =>
          paths.isBlockDevice(path) ||
          (/^\/dev\//.test(path) &&
            !/^\/dev\/(?:null|zero|full|std\w+|fd\/\d+|tty\w*|pts\/\w+|ptmx|shm(?:\/.*)?|tcp\/.*|udp\/.*|console|u?random)$/.test(
              path,
            )),
      ),
  },
  {
    reason: 'It fills or overwrites a disk without an end.',
    programs: ['dd'],
    test: ({ args, paths }) =>
      (args.some((arg) => arg.startsWith('if=') && paths.isBlockDevice(arg.slice(3))) &&
        !args.includes('of=/dev/null')) ||
      (args.some((arg) => /^if=\/dev\/(?:zero|u?random)$/.test(arg)) &&
        args.some((arg) => arg.startsWith('of=')) &&
        !args.some((arg) => arg.startsWith('count='))),
  },
  {
    reason: 'It fills or overwrites a disk without an end.',
    programs: ['cat', 'cp', 'yes', 'pv'],
    test: ({ args, written, invocation: { name } }) => {
      const isEndless = name === 'yes' || args.some((arg) => /^\/dev\/(?:zero|u?random)$/.test(arg))
      return isEndless && written.some((path) => !path.startsWith('/dev/'))
    },
  },
  {
    reason: 'It repairs or changes a file system in place.',
    programs: ['tune2fs', 'resize2fs', 'debugfs', 'fsck', 'e2fsck', 'xfs_repair', 'xfs_admin', 'ntfsfix', 'btrfsck'],
    test: ({ args, invocation, resolve, paths }) =>
      invocation.argv.slice(1).some((word) => paths.isBlockDevice(resolve(word) ?? '')) && !hasFlag(args, 'nNl'),
  },
  {
    reason: 'It changes a machine disk image.',
    programs: ['qemu-nbd'],
    test: ({ args }) => subcommandOf(args).startsWith('/dev/'),
  },
]
