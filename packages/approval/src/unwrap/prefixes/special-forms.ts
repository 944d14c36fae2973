import { fromText, join } from '../../words/data.js'
import type { Unwrap } from '../../words/invocation.js'
import { readArguments } from '../../words/options.js'
import { takeAssignments } from './take-assignments.js'

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

/** Unwraps `coproc NAME { ...`, which the grammar parses as plain arguments. */
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

/** Unwraps `/lib64/ld-linux-x86-64.so.2 /bin/rm`, where the loader is started explicitly. */
const unwrapLoader: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), {
    long: ['library-path', 'preload', 'argv0', 'audit'],
    untilOperand: true,
  })
  return operands.length > 0 ? [{ kind: 'command', argv: operands }] : []
}

/** Unwraps `nix develop -c cmd` and `nix shell pkg --command cmd`. */
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

/** Unwraps `gdb -ex run --args cmd`. */
const unwrapDebugged: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => /^--?args$/.test(word.text))
  const words = at < 0 ? [] : argv.slice(at + 1)
  return words.length > 0 ? [{ kind: 'command', argv: words }] : []
}

/** Unwraps `bwrap --bind / / --unshare-net cmd`, whose options have one or two values. */
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

/** Programs that take their command in a place peculiar to them. */
export const specialForms: Readonly<Record<string, Unwrap>> = {
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
  nix: unwrapNix,
}
