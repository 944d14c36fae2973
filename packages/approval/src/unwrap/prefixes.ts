import { type Data, fromText, isKnown, join, type Word } from '../words/data.js'
import type { Inner, Unwrap } from '../words/invocation.js'
import { type OptionSpec, readArguments } from '../words/options.js'
import { onThisMachine } from './host-mounts.js'
import { sshCommands } from './ssh-options.js'

/** How to find the command of a program that runs the rest of its arguments. */
interface PrefixSpec extends OptionSpec {
  /** The number of arguments before the command: the time of `timeout`, the lock of `flock`. */
  readonly operands?: number
  /** `NAME=value` may precede the command. */
  readonly assignments?: boolean
  /** With one of these options nothing is run. */
  readonly queries?: readonly string[]
  /** With one of these options and no command, a shell reads the input. `input`: without options too. */
  readonly shell?: readonly string[] | 'input'
  /** The first operand, if it looks like this, precedes the command: `setarch x86_64 cmd`, `setarch -R cmd`. */
  readonly first?: RegExp
  /** Options may follow the operands before the command: `perf stat -e x cmd`. */
  readonly optionsAgain?: boolean
}

const prefixes: Readonly<Record<string, PrefixSpec>> = {
  sudo: {
    short: 'ughpCrtTUDRa',
    long: ['user', 'group', 'host', 'prompt', 'close-from', 'chdir', 'chroot', 'role', 'type', 'other-user'],
    assignments: true,
    queries: ['l', 'list', 'v', 'validate', 'K', 'e', 'edit'],
    shell: ['s', 'i', 'shell', 'login'],
  },
  doas: { short: 'uC', shell: ['s'] },
  dzdo: { short: 'ugp', shell: ['s', 'i'] },
  pkexec: { long: ['user'], shell: 'input' },
  run0: {
    short: 'ugDp',
    long: [
      'user',
      'group',
      'nice',
      'chdir',
      'setenv',
      'unit',
      'property',
      'description',
      'slice',
      'background',
      'machine',
    ],
    shell: 'input',
  },
  'ssh-agent': { short: 'aEPtO', queries: ['k'] },
  sshpass: { short: 'pfdPe' },
  choom: { short: 'np', long: ['adjust', 'pid'] },
  uclampset: { short: 'mMp' },
  cgexec: { short: 'g' },
  numactl: {
    short: 'NCmipPlw',
    long: ['interleave', 'membind', 'cpunodebind', 'physcpubind', 'preferred', 'length', 'offset', 'shmmode'],
  },
  schroot: { short: 'cusd', long: ['chroot', 'user', 'shell', 'directory'] },
  daemonize: { short: 'acelopuE' },
  daemon: { long: ['name', 'pidfile', 'user', 'chdir', 'output', 'errlog', 'stdout', 'stderr'], short: 'nFuDol' },
  setlock: { operands: 1 },
  softlimit: { short: 'macdflmoprst' },
  envdir: { operands: 1 },
  envuidgid: { operands: 1 },
  pgrphack: {},
  's6-setuidgid': { operands: 1 },
  's6-envdir': { operands: 1 },
  's6-setlock': { operands: 1 },
  'with-contenv': {},
  retry: { short: 'tdms', long: ['times', 'delay', 'until', 'while'] },
  ifne: {},
  'annotate-output': {},
  trickle: { short: 'duwtlLnN' },
  optirun: { short: 'b' },
  primusrun: {},
  'prime-run': {},
  vglrun: { short: 'd' },
  gamemoderun: {},
  mangohud: {},
  'steam-run': {},
  cage: {},
  gamescope: { short: 'wWhHrof' },
  fakechroot: {},
  catatonit: {},
  'dbus-launch': {},
  xinit: {},
  startx: {},
  heaptrack: {},
  mpirun: { short: 'nc', long: ['np', 'host', 'hostfile', 'map-by', 'bind-to'] },
  mpiexec: { short: 'nc', long: ['np', 'host', 'hostfile'] },
  srun: { short: 'nNptcJAqwo' },
  rr: { operands: 1, optionsAgain: true },
  scl: { operands: 2 },
  gtime: { short: 'fo', long: ['format', 'output'] },
  gtimeout: { short: 'ks', long: ['kill-after', 'signal'], operands: 1 },
  gnice: { short: 'n', long: ['adjustment'] },
  gnohup: {},
  gstdbuf: { short: 'ioe', long: ['input', 'output', 'error'] },
  nohup: {},
  nice: { short: 'n', long: ['adjustment'] },
  ionice: { short: 'cnpPu', long: ['class', 'classdata'] },
  timeout: { short: 'ks', long: ['kill-after', 'signal'], operands: 1 },
  time: { short: 'fo', long: ['format', 'output'] },
  setsid: {},
  stdbuf: { short: 'ioe', long: ['input', 'output', 'error'] },
  chrt: { short: 'TPD', operands: 1 },
  taskset: { operands: 1 },
  cpulimit: { short: 'lpe' },
  prlimit: {},
  setarch: { first: /^(?:linux|x86|i\d86|i386|arm|aarch|ppc|s390|mips|sparc|alpha|parisc|ia64|uname)\w*$/ },
  ...Object.fromEntries('linux64 linux32 i386 i486 i586 i686 x86_64 uname26'.split(' ').map((name) => [name, {}])),
  unshare: { short: 'RSGw', long: ['root', 'wd', 'setuid', 'setgid'], shell: 'input' },
  strace: { short: 'oepsuEaIOPSX' },
  ltrace: { short: 'oepsuan' },
  valgrind: {},
  fakeroot: {},
  proxychains: { short: 'f' },
  proxychains4: { short: 'f' },
  torsocks: {},
  torify: {},
  'xvfb-run': { short: 'nsef' },
  'dbus-run-session': {},
  'systemd-run': {
    short: 'pEMHu',
    long: ['unit', 'property', 'setenv', 'uid', 'gid', 'description', 'slice'],
    shell: ['S', 'shell'],
  },
  'systemd-inhibit': {},
  caffeinate: { short: 'tw' },
  busybox: {},
  toybox: {},
  builtin: {},
  command: { queries: ['v', 'V'] },
  exec: { short: 'a' },
  rlwrap: {},
  unbuffer: {},
  doppler: { operands: 1 },
  dotenv: { short: 'efv' },
  'cross-env': { assignments: true },
  npx: { short: 'p', long: ['package', 'cache'] },
  bunx: {},
  pnpx: {},
  uvx: { long: ['from', 'with', 'python'] },
  pipx: { operands: 1 },
  chronic: {},
  ts: {},
  faketime: { operands: 1 },
  eatmydata: {},
  firejail: {},
  catchsegv: {},
  ip: { operands: 3 },
  setpriv: {
    long: (
      'ambient-caps inh-caps bounding-set groups rgid egid regid ruid euid reuid securebits pdeathsig selinux-label ' +
      'apparmor-profile landlock-access landlock-rule seccomp-filter ptracer'
    ).split(' '),
  },
  runcon: { short: 'turl', operands: 1 },
  tsp: {},
  proot: { short: 'rbwq' },
  gosu: { operands: 1 },
  'su-exec': { operands: 1 },
  setuidgid: { operands: 1 },
  chpst: { short: 'ubeo' },
  tini: {},
  'dumb-init': {},
  'systemd-cat': { short: 'tp' },
  logsave: { operands: 1 },
  perf: {
    operands: 1,
    optionsAgain: true,
    short: 'eoFcCGMarzpt',
    long: ['event', 'output', 'freq', 'count', 'repeat', 'cpu'],
  },
  ccache: {},
  dtach: { short: 'ncAN', operands: 0 },
  'flatpak-spawn': {},
  wsl: { short: 'du' },
  'qemu-user': {},
}

/** `npm exec -- cmd`, `uv run cmd`: the command follows a subcommand. */
const runners: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  rye: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  bundle: ['exec'],
  conda: ['run'],
  mamba: ['run'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  direnv: ['exec'],
  rustup: ['run'],
  op: ['run'],
  toolbox: ['run'],
  'aws-vault': ['exec'],
}

function unwrapPrefix(spec: PrefixSpec): Unwrap {
  return ({ argv, name, stdin }) => {
    if (name === 'ip' && !/^(?:netns|vrf)$/.test(argv[1]?.text ?? '')) return []
    let isShell = spec.shell === 'input'
    const environment = new Map<string, Data>()
    let words: readonly Word[] = argv.slice(1)
    let skipped = spec.operands ?? 0
    // Variables may stand between options: `sudo A=1 -u root cmd`.
    for (
      let isOption = true;
      isOption;
      isOption = spec.assignments === true && words[0]?.text.startsWith('-') === true
    ) {
      const { options, operands } = readArguments(words, { ...spec, untilOperand: true })
      if (options.some((option) => spec.queries?.includes(option.name))) return []
      isShell ||= options.some((option) => spec.shell?.includes(option.name))
      const before = skipped + (spec.first?.test(operands[skipped]?.text ?? '') ? 1 : 0)
      const again = readArguments(operands.slice(before), { ...spec, untilOperand: true })
      const rest = spec.optionsAgain ? again.operands : operands.slice(before)
      const taken = takeAssignments(rest, spec.assignments === true)
      for (const [variable, value] of taken.environment) environment.set(variable, value)
      skipped = 0
      if (taken.words.length === words.length) break
      words = taken.words
    }
    if (words.length > 0) return [{ kind: 'command', argv: words, environment }]
    return isShell && stdin ? [{ kind: 'shell', program: stdin }] : []
  }
}

function unwrapRunner(subcommands: readonly string[]): Unwrap {
  return ({ argv }) => {
    const at = argv.findIndex((word) => subcommands.includes(word.text))
    if (at < 1 || at > 3) return []
    const { operands } = readArguments(argv.slice(at + 1), {
      untilOperand: true,
      short: 'np',
      long: ['name', 'prefix', 'with', 'python', 'package', 'extra', 'group'],
    })
    const skipped = argv[0]?.text === 'direnv' || argv[0]?.text === 'rustup' ? 1 : 0
    const words = operands.slice(skipped)
    return words.length > 0 ? [{ kind: 'command', argv: words }] : []
  }
}

const unwrapEnv: Unwrap = ({ argv }) => {
  const { options, operands } = readArguments(argv.slice(1), {
    short: 'uCS',
    long: ['unset', 'chdir', 'split-string'],
    untilOperand: true,
  })
  const { words, environment } = takeAssignments(operands[0]?.text === '-' ? operands.slice(1) : operands, true)
  const split = options.find((option) => option.name === 'S' || option.name.startsWith('split'))?.value
  if (split) return [{ kind: 'shell', program: join([split, ...words], ' ') }]
  return words.length > 0 ? [{ kind: 'command', argv: words, environment }] : []
}

/** The grammar parses `coproc NAME { ...` as plain arguments. */
const unwrapCoproc: Unwrap = ({ argv }) => {
  const brace = argv.findIndex((word) => word.text === '{')
  const words = argv.slice(Math.max(0, brace) + 1)
  return words.length > 0 ? [{ kind: 'command', argv: words }] : []
}

const unwrapEntr: Unwrap = ({ argv }) => {
  const { options, operands } = readArguments(argv.slice(1), { untilOperand: true })
  const [program] = operands
  if (!program) return []
  return options.some((option) => option.name === 's')
    ? [{ kind: 'shell', program }]
    : [{ kind: 'command', argv: operands }]
}

const unwrapDaemon: Unwrap = ({ argv }) => {
  const { options } = readArguments(argv.slice(1), {
    short: 'xanpugcdsRrkPI',
    long: ['exec', 'startas', 'name', 'pidfile', 'user', 'group', 'chuid', 'chdir', 'signal', 'retry', 'nicelevel'],
  })
  const end = argv.findIndex((word) => word.text === '--')
  const program = options.find(({ name }) => /^(?:x|exec|a|startas)$/.test(name))?.value
  return program ? [{ kind: 'command', argv: [program, ...(end < 0 ? [] : argv.slice(end + 1))] }] : []
}

const unwrapFlock: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'wE', long: ['wait', 'timeout'], untilOperand: true })
  const rest = operands.slice(1)
  const [first, program] = rest
  if (first && program && /^(?:-c|--command)$/.test(first.text)) return [{ kind: 'shell', program }]
  return rest.length > 0 ? [{ kind: 'command', argv: rest }] : []
}

/** `/lib64/ld-linux-x86-64.so.2 /bin/rm`: the loader started explicitly. */
const unwrapLoader: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), {
    long: ['library-path', 'preload', 'argv0', 'audit'],
    untilOperand: true,
  })
  return operands.length > 0 ? [{ kind: 'command', argv: operands }] : []
}

function takeAssignments(words: readonly Word[], allowed: boolean) {
  const environment = new Map<string, Data>()
  let at = 0
  for (; allowed && at < words.length; at++) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[at]?.text ?? '')
    if (!match?.[1]) break
    environment.set(match[1], { ...(words[at] ?? fromText('')), text: match[2] ?? '' })
  }
  return { words: words.slice(at), environment }
}

/** `docker exec c cmd`, `ssh host cmd`: what runs there cannot irreparably damage this machine. */
const unwrapSsh: Unwrap = ({ argv, stdin }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'bcDEeFIiJLlmOopQRSWw', untilOperand: true })
  const hooks = sshCommands(argv)
  const words = operands.slice(1)
  if (words.length > 0) return [...hooks, toRemoteShell(words)]
  return stdin ? [...hooks, { kind: 'shell', program: stdin, elsewhere: true }] : hooks
}

function toRemoteShell(words: readonly Word[]): Inner {
  const program = { ...fromText(words.map((word) => word.text).join(' ')), origin: words[0]?.origin ?? 'command' }
  return { kind: 'shell', program, elsewhere: true }
}

const containerOptions: OptionSpec = {
  short: 'uwevlhmcn',
  long: (
    'user workdir env env-file publish volume name network entrypoint label mount memory cpus hostname platform restart ' +
    'add-host device cap-add cap-drop security-opt pid ipc ulimit shm-size gpus container namespace profile file ' +
    'project-name index'
  ).split(' '),
  untilOperand: true,
}

const unwrapContainer: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => word.text === 'exec' || word.text === 'run')
  if (at < 1) return []
  const { options, operands } = readArguments(argv.slice(at + 1), containerOptions)
  const entry = options.find((option) => option.name === 'entrypoint')?.value
  const rest = operands.slice(1)
  const words = [...(entry ? [entry] : []), ...(rest[0]?.text === '--' ? rest.slice(1) : rest)]
  if (words.length === 0 || !words.every(isKnown)) return []
  const here = onThisMachine(argv.slice(at + 1, argv.indexOf(operands[0] ?? fromText(''))), words)
  return [
    { kind: 'command', argv: words, elsewhere: true },
    ...(here ? [{ kind: 'command', argv: here, possible: true } as const] : []),
  ]
}

const unwrapChroot: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { long: ['userspec', 'groups'], untilOperand: true })
  const words = operands.slice(1)
  return words.length > 0 ? [{ kind: 'command', argv: words, elsewhere: operands[0]?.text !== '/' }] : []
}

const unwrapNamespace: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'tSG', long: ['target'], untilOperand: true })
  return operands.length > 0 ? [{ kind: 'command', argv: operands }] : []
}

/** `distrobox enter box -- cmd` */
const unwrapAfterDashes: Unwrap = ({ argv }) => {
  const words = argv.slice(argv.findIndex((word) => /^(?:--|-e|--exec)$/.test(word.text)) + 1)
  return words.length > 0 && words.length < argv.length ? [{ kind: 'command', argv: words }] : []
}

/** `nix develop -c cmd`, `nix shell pkg --command cmd` */
const unwrapNix: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => /^(?:-c|--command)$/.test(word.text))
  const words = at < 0 ? [] : argv.slice(at + 1)
  return words.length > 0 ? [{ kind: 'command', argv: words }] : []
}

/** The commands built into CMake: `cmake -E rm -rf build`. */
const cmakeCommands: ReadonlyMap<string, readonly string[]> = new Map([
  ['rm', ['rm']],
  ['remove', ['rm']],
  ['remove_directory', ['rm', '-r']],
  ['copy', ['cp']],
  ['copy_directory', ['cp', '-r']],
  ['rename', ['mv']],
  ['chdir', ['env', '-C']],
  ['env', ['env']],
  ['time', ['time']],
])

const unwrapCmake: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => word.text === '-E')
  const program = at < 0 ? undefined : cmakeCommands.get(argv[at + 1]?.text ?? '')
  return program ? [{ kind: 'command', argv: [...program.map(fromText), ...argv.slice(at + 2)] }] : []
}

/** `gdb -ex run --args cmd` */
const unwrapDebugged: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => /^--?args$/.test(word.text))
  const words = at < 0 ? [] : argv.slice(at + 1)
  return words.length > 0 ? [{ kind: 'command', argv: words }] : []
}

/** `bwrap --bind / / --unshare-net cmd`: options with one or two values. */
const unwrapBubblewrap: Unwrap = ({ argv }) => {
  const pairs = /^--(?:(?:ro-|dev-)?bind(?:-try|-data|-fd)?|ro-bind-data|symlink|setenv|file|chmod|overlay|ro-overlay)$/
  const singles =
    /^--(?:chdir|dev|proc|tmpfs|mqueue|dir|unsetenv|hostname|uid|gid|cap-(?:add|drop)|seccomp|lock-file|args|argv0|perms|size|remount-ro|exec-label|file-label|userns2?|pidns|\w+-fd)$/
  let at = 1
  while (argv[at]?.text.startsWith('--') && argv[at]?.text !== '--') {
    const text = argv[at]?.text ?? ''
    at += pairs.test(text) ? 3 : singles.test(text) ? 2 : 1
  }
  const words = argv.slice(argv[at]?.text === '--' ? at + 1 : at)
  return words.length > 0 ? [{ kind: 'command', argv: words }] : []
}

/** `lxc exec box -- cmd`, `machinectl shell box cmd`: on another machine or in a container. */
const unwrapElsewhere: Unwrap = (invocation, context) =>
  unwrapAfterDashes(invocation, context).map((inner) => ({ ...inner, elsewhere: true }))

export const prefixUnwraps: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(Object.entries(prefixes).map(([name, spec]) => [name, unwrapPrefix(spec)])),
  ...Object.fromEntries(Object.entries(runners).map(([name, subcommands]) => [name, unwrapRunner(subcommands)])),
  env: unwrapEnv,
  genv: unwrapEnv,
  coproc: unwrapCoproc,
  flock: unwrapFlock,
  entr: unwrapEntr,
  'start-stop-daemon': unwrapDaemon,
  'ld.so': unwrapLoader,
  cmake: unwrapCmake,
  gdb: unwrapDebugged,
  bwrap: unwrapBubblewrap,
  lxc: unwrapElsewhere,
  incus: unwrapElsewhere,
  multipass: unwrapElsewhere,
  heroku: unwrapElsewhere,
  distrobox: unwrapAfterDashes,
  guix: unwrapAfterDashes,
  nix: unwrapNix,
  ssh: unwrapSsh,
  docker: unwrapContainer,
  podman: unwrapContainer,
  nerdctl: unwrapContainer,
  'docker-compose': unwrapContainer,
  kubectl: unwrapContainer,
  oc: unwrapContainer,
  chroot: unwrapChroot,
  nsenter: unwrapNamespace,
}
