import { join, type Word } from '../words/data.js'
import type { Inner, Unwrap, UnwrapContext } from '../words/invocation.js'
import { optionValues, readArguments } from '../words/options.js'

type ReadFile = UnwrapContext['readFile']

const shells = 'sh bash dash zsh ksh ksh93 mksh ash rbash fish hush posh yash csh tcsh'.split(' ')

const unwrapShell: Unwrap = ({ argv, stdin }, { readFile }) => {
  let at = 1
  let readsCommand = false
  let readsInput = false
  const startUp: Inner[] = []
  for (; at < argv.length; at++) {
    const word = argv[at]
    const text = word?.text ?? ''
    if (text === '--' || text === '-') {
      at++
      break
    }
    if (!/^[-+]/.test(text)) break
    if (/^--(?:rcfile|init-file)$/.test(text)) {
      at++
      startUp.push(...runFile(argv[at], readFile))
    } else if (/^[-+][oO]$/.test(text)) at++
    else if (/^-[a-zA-Z]*c/.test(text)) readsCommand = true
    else if (/^-[a-zA-Z]*s/.test(text)) readsInput = true
    if (/^-[a-zA-Z]*[oO]$/.test(text) && text.length > 2) at++
  }
  const operands = argv.slice(at)
  const [first, ...rest] = operands
  if (readsCommand) return first ? [...startUp, { kind: 'shell', program: first, arguments: rest }] : startUp
  if (first && !readsInput && !isStandardInput(first)) return [...startUp, ...runFile(first, readFile, rest)]
  return stdin ? [...startUp, { kind: 'shell', program: stdin, arguments: argv.slice(0, 1).concat(operands) }] : startUp
}

function runFile(file: Word | undefined, readFile: ReadFile, rest: readonly Word[] = []): Inner[] {
  const content = file && readFile(file)
  return content ? [{ kind: 'shell', program: content, arguments: [file, ...rest] }] : []
}

const unwrapEval: Unwrap = ({ argv }) => {
  const words = argv[1]?.text === '--' ? argv.slice(2) : argv.slice(1)
  return words.length > 0 ? [{ kind: 'shell', program: join(words, ' '), sameShell: true }] : []
}

const unwrapSource: Unwrap = ({ argv, stdin }, { readFile }) => {
  const file = argv[1]
  const content = file && (isStandardInput(file) ? stdin : readFile(file))
  return content ? [{ kind: 'shell', program: content, sameShell: true }] : []
}

const unwrapTrap: Unwrap = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { untilOperand: true })
  const [action] = operands
  return action && operands.length > 1 && action.text !== '-'
    ? [{ kind: 'shell', program: action, sameShell: true }]
    : []
}

/** Unwraps a shell command in an option: `su -c`, `runuser -c`, `script -c`, `watch`, ... */
function commandOption(short: string, long: string, valueOptions = ''): Unwrap {
  return ({ argv, stdin }) => {
    const { options } = readArguments(argv.slice(1), {
      short: `${short}${valueOptions}`,
      long: [long, 'user', 'group', 'shell'],
    })
    const programs = options.filter((option) => option.name === short || option.name === long)
    const found = programs.flatMap((option): Inner[] =>
      option.value ? [{ kind: 'shell', program: option.value }] : [],
    )
    return found.length === 0 && stdin && short === 'c' ? [{ kind: 'shell', program: stdin }] : found
  }
}

/** Joins the remaining arguments into one shell command. */
function joined(valueOptions: string, long: readonly string[] = [], operandsBefore = 0): Unwrap {
  return ({ argv }) => {
    const { operands } = readArguments(argv.slice(1), { short: valueOptions, long, untilOperand: true })
    const words = operands.slice(operandsBefore)
    return words.length > 0 ? [{ kind: 'shell', program: join(words, ' ') }] : []
  }
}

/** Unwraps each operand as a shell command: `hyperfine 'a' 'b'`. */
function eachOperand(valueOptions: string, long: readonly string[] = []): Unwrap {
  return ({ argv }) =>
    readArguments(argv.slice(1), { short: valueOptions, long }).operands.map((program) => ({ kind: 'shell', program }))
}

const unwrapTmux: Unwrap = ({ argv }) => {
  const subcommand =
    /^(?:new|new-session|neww|new-window|split|splitw|split-window|run|run-shell|respawn-pane|respawn-window|if-shell|send|send-keys|popup|display-popup|pipe-pane)$/
  const at = argv.findIndex((word) => subcommand.test(word.text))
  if (at < 0) return []
  const { operands } = readArguments(argv.slice(at + 1), { short: 'tsncFlxyepe' })
  return operands.map((program) => ({ kind: 'shell', program }))
}

const unwrapScreen: Unwrap = ({ argv }) => {
  const stuff = argv.findIndex((word) => word.text === 'stuff')
  const typed = stuff > 0 ? argv[stuff + 1] : undefined
  if (typed) return [{ kind: 'shell', program: typed }]
  const { operands } = readArguments(argv.slice(1), { short: 'SXcehpstT', untilOperand: true })
  return operands.length > 0 ? [{ kind: 'command', argv: operands }] : []
}

/**
 * Unwraps `su -c cmd`. The words after the user are arguments of the shell, which `-s` may name: `su -s /bin/rm root --
 * -r x`.
 */
const unwrapUser: Unwrap = (invocation, context) => {
  const args = readArguments(invocation.argv.slice(1), { short: 'cgGsTw', long: ['command', 'shell', 'group'] })
  const [shell] = optionValues(args, 's', 'shell')
  const rest = args.operands.slice(args.operands[0]?.text === '-' ? 2 : 1)
  const own = shell && rest.length > 0 ? [{ kind: 'command', argv: [shell, ...rest] } as const] : []
  return [...own, ...commandOption('c', 'command', 'gGsTw')(invocation, context)]
}

const unwrapRunuser: Unwrap = (invocation, context) => {
  const { options, operands } = readArguments(invocation.argv.slice(1), { short: 'gGsTwuc', long: ['user', 'command'] })
  const asUser = options.some((option) => option.name === 'u' || option.name === 'user')
  if (asUser && operands.length > 0) return [{ kind: 'command', argv: operands }]
  return commandOption('c', 'command', 'gGsTwu')(invocation, context)
}

/** Unwraps `sg users 'cmd'`, `sg users -c 'cmd'`, and `newgrp users` with the input of its shell. */
const unwrapGroup: Unwrap = (invocation, context) => {
  const { argv, stdin } = invocation
  const { operands } = readArguments(argv.slice(1), { short: 'c', long: ['command'] })
  const found = commandOption('c', 'command')({ ...invocation, stdin: undefined }, context)
  const [, program] = operands
  if (found.length > 0) return found
  if (program) return [{ kind: 'shell', program }]
  return stdin ? [{ kind: 'shell', program: stdin }] : []
}

/** Unwraps `mapfile -C cmd`, which is evaluated every `-c` lines, with the number and the text of the line. */
const unwrapCallback: Unwrap = ({ argv }) =>
  optionValues(readArguments(argv.slice(1), { short: 'dnOsuCc' }), 'C').map((program) => ({
    kind: 'shell',
    program,
    sameShell: true,
  }))

/** Unwraps `compgen -C cmd`, and `-W` with words that are expanded. */
const unwrapCompletion: Unwrap = ({ argv }) => {
  const args = readArguments(argv.slice(1), { short: 'oAGWFCXPS' })
  const words = optionValues(args, 'W').map((word) => ({ ...word, text: `: ${word.text}` }))
  return [...optionValues(args, 'C'), ...words].map((program) => ({ kind: 'shell', program, sameShell: true }))
}

/** Unwraps `bind -x '"key":cmd'`. */
const unwrapKey: Unwrap = ({ argv }) =>
  optionValues(readArguments(argv.slice(1), { short: 'mqrufx' }), 'x').map((word) => ({
    kind: 'shell',
    program: { ...word, text: word.text.replace(/^[^:]*:/, '') },
    sameShell: true,
  }))

const unwrapScheduled: Unwrap = ({ stdin }) => (stdin ? [{ kind: 'shell', program: stdin }] : [])

function isStandardInput(word: Word): boolean {
  return /^(?:\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word.text)
}

/** Whether the program is a shell, or a builtin that runs a file in the current one. */
export function isShell(family: string): boolean {
  return shells.includes(family) || family === '.' || family === 'source'
}

export const shellUnwraps: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(shells.map((name) => [name, unwrapShell])),
  eval: unwrapEval,
  source: unwrapSource,
  '.': unwrapSource,
  trap: unwrapTrap,
  su: unwrapUser,
  runuser: unwrapRunuser,
  script: commandOption('c', 'command', 'EIOBTmo'),
  sg: unwrapGroup,
  newgrp: unwrapGroup,
  vagrant: commandOption('c', 'command'),
  'nix-shell': commandOption('', 'run'),
  capsh: ({ argv }) => {
    const at = argv.findIndex((word) => word.text === '-c')
    const program = at > 0 ? argv[at + 1] : undefined
    return program ? [{ kind: 'shell', program }] : []
  },
  split: commandOption('', 'filter'),
  watch: joined('nqs', ['interval', 'equexit', 'shotsdir']),
  sem: joined('jP', ['jobs', 'id', 'fg']),
  mapfile: unwrapCallback,
  readarray: unwrapCallback,
  compgen: unwrapCompletion,
  complete: unwrapCompletion,
  bind: unwrapKey,
  pee: eachOperand(''),
  mispipe: eachOperand(''),
  byobu: unwrapTmux,
  xterm: joined('TtfgbdSen'),
  tmux: unwrapTmux,
  screen: unwrapScreen,
  at: unwrapScheduled,
  batch: unwrapScheduled,
  hyperfine: eachOperand('wrmMpcSNni', [
    'warmup',
    'runs',
    'prepare',
    'cleanup',
    'shell',
    'export-json',
    'export-markdown',
  ]),
  concurrently: eachOperand('nck', ['names', 'prefix', 'prefix-colors']),
}
