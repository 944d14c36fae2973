import { isCodeInterpreter } from '../unwrap/interpreters.js'
import { isShell } from '../unwrap/shells.js'
import { familyOf } from '../unwrap/unwrap.js'
import { isKnown, type Word } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'
import { hasOption, readArguments } from '../words/options.js'
import type { Rule } from './rule.js'

/** Programs that download a package and run it, with the subcommands that do so. */
const runners: Readonly<Record<string, readonly string[] | undefined>> = {
  npx: undefined,
  pnpx: undefined,
  bunx: undefined,
  uvx: undefined,
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  pipx: ['run'],
  uv: ['tool'],
}

export const fedPackageRunnerRules: readonly Rule[] = [
  {
    reason: 'It feeds a program to a package runner.',
    programs: Object.keys(runners),
    test: ({ invocation }) => isFed(invocation) && runsItsInput(wordsOf(invocation)),
  },
]

/** Whether the input comes from elsewhere. Input that is written in the command itself has already been judged. */
function isFed({ stdin }: Invocation): boolean {
  return stdin !== undefined && (!isKnown(stdin) || stdin.origin !== 'command')
}

/** Returns the arguments after the subcommand, or `undefined` without it. */
function wordsOf({ argv, name }: Invocation): readonly Word[] | undefined {
  const subcommands = runners[name]
  if (!subcommands) return argv.slice(1)
  const at = argv.findIndex(({ text }) => subcommands.includes(text))
  if (at < 0) return undefined
  const isNested = name === 'uv'
  if (isNested && argv[at + 1]?.text !== 'run') return undefined
  return argv.slice(at + (isNested ? 2 : 1))
}

/** Whether the input is run: without a package, the program reads it or its first line, and an interpreter runs all of it. */
function runsItsInput(words: readonly Word[] | undefined): boolean {
  if (!words) return false
  const read = readArguments(words, {
    short: 'pcw',
    long: ['package', 'call', 'from', 'with', 'python', 'spec'],
    untilOperand: true,
  })
  if (hasOption(read, 'c', 'call', 'h', 'help', 'V', 'v', 'version')) return false
  const [program, ...rest] = read.operands
  if (!program || isStandardInput(program)) return true
  const family = familyOf(program.text.replace(/(?<=.)@[^/]*$/, '').replace(/^.*\//, ''))
  return (isCodeInterpreter(family) || isShell(family)) && rest.every((word) => isStandardInput(word) || isSwitch(word))
}

function isStandardInput({ text }: Word): boolean {
  return /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(text)
}

/** Whether a word is an option that gives neither the text of a program nor a module. */
function isSwitch({ text }: Word): boolean {
  return /^--?\w/.test(text) && !/^(?:-[A-Za-z]*[cemp]|--(?:eval|print|version|help))$/.test(text)
}
