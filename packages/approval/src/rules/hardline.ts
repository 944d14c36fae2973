import { UNKNOWN } from '../words/data.js'
import { deletesSources } from './archivers.js'
import { asksForHelp, hasFlag, operandsOf, type Rule, type Subject, subcommandOf } from './rule.js'

/** Rules for effects that cannot be undone. No mode and no answer allows them. */
export const hardlineRules: readonly Rule[] = [
  {
    reason: 'It deletes the root, the home or a folder of the system.',
    programs: ['rm', 'srm', 'rimraf', 'wipe', 'shred', 'del-cli'],
    test: (subject) =>
      (hasFlag(subject.args, 'rR', 'recursive') ||
        subject.invocation.bulk ||
        !/^(?:rm|shred)$/.test(subject.invocation.name)) &&
      operandPaths(subject).some(subject.paths.isProtectedFolder),
  },
  {
    reason: 'It deletes the root, the home or a folder of the system.',
    programs: ['rsync'],
    test: (subject) =>
      subject.args.some((arg) => /^--del/.test(arg)) &&
      operandPaths(subject).slice(-1).some(subject.paths.isProtectedFolder),
  },
  {
    reason: 'It deletes the root, the home or a folder of the system.',
    programs: ['tar', 'gtar', 'bsdtar', 'star', 'zip', '7z', '7za', '7zr', '7zz', 'p7zip', 'rsync'],
    test: (subject) => deletesSources(subject) && packedPaths(subject).some(subject.paths.isProtectedFolder),
  },
  {
    reason: 'It throws the root, the home or a folder of the system away.',
    programs: ['mv'],
    test: ({ args, removed, paths }) => args.at(-1) === '/dev/null' && removed.some(paths.isProtectedFolder),
  },
  {
    reason: 'It writes to a disk below its file system.',
    test: ({ written, paths }) => written.some((path) => paths.isBlockDevice(path)),
  },
  {
    reason: 'It formats or erases a disk.',
    test: (subject) => formatsDisks(subject) && !asksForHelp(subject.args) && namesDisk(subject),
  },
  {
    reason: 'It sends a signal to every process.',
    programs: ['kill'],
    test: ({ args }) => signalsAll(args),
  },
  { reason: 'It kills every process.', programs: ['killall5'], test: ({ args }) => !asksForHelp(args) },
  {
    reason: 'It kills every process.',
    programs: ['pkill', 'killall'],
    test: ({ args }) => {
      const [pattern] = operandsOf(args, /^(?:-[usgGtPU]|--signal)$/)
      return pattern !== undefined && /^(?:|\.|\.\*|\^|\$|\.\+|\^\.\*\$?)$/.test(pattern)
    },
  },
  {
    reason: 'It shuts the machine down or restarts it.',
    programs: ['shutdown', 'reboot', 'halt', 'poweroff'],
    test: ({ args, invocation: { name } }) =>
      !args.some((arg) => /^--(?:help|version|wtmp-only|show)$|^-w$/.test(arg)) &&
      !(name === 'shutdown' && args.some((arg) => /^-[ck]$/.test(arg))),
  },
  {
    reason: 'It shuts the machine down or restarts it.',
    programs: ['init', 'telinit'],
    test: ({ args }) => /^[06s1]$/i.test(subcommandOf(args)),
  },
  {
    reason: 'It shuts the machine down or restarts it.',
    programs: ['systemctl', 'loginctl'],
    test: ({ args }) =>
      args.some(
        (arg) =>
          /^(?:poweroff|reboot|halt|kexec|soft-reboot|exit)$/.test(arg) ||
          /^(?:poweroff|reboot|halt|shutdown|rescue|emergency)\.target$/.test(arg),
      ) && !args.some((arg) => /^(?:status|show|cat|list-\S*|is-\S*|--help)$/.test(arg)),
  },
  {
    reason: 'It shuts the machine down or restarts it.',
    programs: ['kexec'],
    test: ({ args }) => hasFlag(args, 'e', 'exec'),
  },
  {
    reason: 'It shuts the machine down or restarts it.',
    programs: ['dbus-send', 'gdbus', 'busctl', 'qdbus', 'osascript'],
    test: ({ args }) =>
      args.some((arg) =>
        /(?:login1\.Manager\.|Manager\s)?\b(?:PowerOff|Reboot|Halt)\b|shut down|\brestart\b/.test(arg),
      ),
  },
  {
    reason: 'It answers in the place of the person who is asked.',
    programs: ['hermes'],
    test: ({ args }) =>
      !asksForHelp(args) && /^questions answer\b/.test(operandsOf(args, /^(?:-p|--profile)$/).join(' ')),
  },
  {
    reason: 'It restarts or crashes the machine through the kernel.',
    test: ({ written }) => written.some((path) => /^\/proc\/sysrq-trigger$/.test(path)),
  },
]

function operandPaths({ invocation, resolve }: Subject): readonly string[] {
  return invocation.argv
    .slice(1)
    .filter((word) => !word.text.startsWith('-') && word.text !== '')
    .flatMap((word) => resolve(word) ?? [])
}

/** Returns what an archiver or a copy reads. `tar -C folder .` reads that folder. */
function packedPaths(subject: Subject): readonly string[] {
  const { invocation, resolve } = subject
  const words = invocation.argv.slice(1)
  if (invocation.name === 'rsync') return operandPaths(subject).slice(0, -1)
  const folders = words.flatMap((word, index) => {
    const text = words[index - 1]?.text === '-C' ? word.text : /^(?:-C|--directory=)(.+)$/.exec(word.text)?.[1]
    return text === undefined ? [] : [{ ...word, text }]
  })
  const inside = folders.flatMap((folder) =>
    words
      .filter(
        (word) => !/^[-/~]/.test(word.text) && !folders.includes(word) && words.indexOf(word) > words.indexOf(folder),
      )
      .flatMap((word) => resolve({ ...folder, text: `${folder.text}/${word.text}` }) ?? []),
  )
  const named = words.filter((word, index) => !word.text.startsWith('-') && words[index - 1]?.text !== '-C')
  return [...inside, ...named.flatMap((word) => resolve(word) ?? [])]
}

function formatsDisks({ invocation: { name }, args }: Subject): boolean {
  if (/^(?:mkfs|newfs)(?:[._]|$)|^(?:mkswap|mke2fs|mkdosfs|mkntfs|blkdiscard)$/.test(name)) return true
  if (name === 'wipefs') return hasFlag(args, 'ao', 'all', 'offset')
  if (name === 'sgdisk') return hasFlag(args, 'zZo', 'zap', 'zap-all', 'clear')
  if (name === 'shred' || name === 'wipe') return true
  if (name === 'badblocks') return hasFlag(args, 'w')
  if (name === 'hdparm')
    return args.some((arg) => /^--(?:security-erase|trim-sector|make-bad-sector|write-sector)/.test(arg))
  if (name === 'nvme') return /^(?:format|sanitize|write-zeroes)$/.test(args[0] ?? '')
  if (name === 'cryptsetup') return args.some((arg) => /^(?:luksFormat|luksErase|erase|reencrypt)$/.test(arg))
  if (name === 'parted') return args.some((arg) => /^(?:mklabel|mktable|mkpart|rm|mkpartfs)$/.test(arg))
  if (name === 'mdadm') return args.includes('--zero-superblock')
  if (name === 'diskutil')
    return args.some((arg) => /^(?:erase\w+|partitionDisk|reformat|zeroDisk|secureErase|randomDisk)$/i.test(arg))
  if (name === 'zpool') return args[0] === 'labelclear'
  return name === 'pvcreate' || name === 'sfdisk' ? !hasFlag(args, 'ld', 'list', 'dump') : false
}

/** Whether the target is a device, or only known to the running shell. */
function namesDisk({ invocation, resolve, paths }: Subject): boolean {
  const operands = invocation.argv.slice(1).filter((word) => !word.text.startsWith('-'))
  return operands.some((word) => {
    const path = resolve(word)
    return (
      path !== undefined &&
      (paths.isBlockDevice(path) || path.replace(UNKNOWN, '') === '/dev/' || /^disk\d/.test(word.text))
    )
  })
}

function signalsAll(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const rest = end < 0 ? [] : args.slice(end + 1)
  const before = end < 0 ? args : args.slice(0, end)
  if (rest.includes('-1')) return true
  const minusOnes = before.filter((arg) => arg === '-1').length
  const takesSignal = before.some((arg, index) => index === 0 && /^-(?:[A-Z0-9]+|s|n)$/i.test(arg) && arg !== '-1')
  if (takesSignal) return minusOnes > 0 && !/^-[lL]$/.test(before[0] ?? '')
  // A first `-1` is the signal HUP. Without a process after it, it can only be the target.
  return before[0] === '-1' && (before.length === 1 || minusOnes > 1)
}
