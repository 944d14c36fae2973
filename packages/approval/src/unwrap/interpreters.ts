import { type Data, fromText, join, unknownData, type Word } from '../words/data.js'
import type { Inner, Language, Unwrap } from '../words/invocation.js'
import { findOption, optionValues, readArguments } from '../words/options.js'

interface InterpreterSpec {
  readonly language: Language
  /** Options whose value is program text. */
  readonly text: readonly string[]
  /** Other short options with a value. */
  readonly short?: string
  readonly long?: readonly string[]
  /** Modules that take the input as data, not as a program: `python -m json.tool`. */
  readonly module?: readonly string[]
  readonly subcommand?: string
  /** Whether options may follow operands. */
  readonly anywhere?: boolean
}

const javascript: InterpreterSpec = {
  language: 'javascript',
  text: ['e', 'p', 'eval', 'print', 'pe'],
  short: 'rC',
  long: ['require', 'import', 'loader', 'conditions', 'env-file'],
}
const python: InterpreterSpec = { language: 'python', text: ['c'], short: 'mWXQ', module: ['m'] }
const lisp: InterpreterSpec = { language: 'lisp', text: ['eval', 'execute', 'e'], short: 'lfL', long: ['load'] }

const gnuplot: InterpreterSpec = { language: 'other', text: ['e'] }

const interpreters: Readonly<Record<string, InterpreterSpec>> = {
  python,
  pypy: python,
  jython: python,
  micropython: python,
  ipython: python,
  perl: { language: 'perl', text: ['e', 'E'], short: 'MmIF' },
  ruby: { language: 'ruby', text: ['e'], short: 'rIEW' },
  irb: { language: 'ruby', text: [], short: 'rI' },
  node: javascript,
  nodejs: javascript,
  bun: javascript,
  tsx: javascript,
  'ts-node': javascript,
  zx: javascript,
  esno: javascript,
  jiti: javascript,
  'vite-node': javascript,
  'babel-node': javascript,
  deno: { ...javascript, subcommand: 'eval' },
  php: { language: 'php', text: ['r', 'B', 'R', 'E'], short: 'dcfz' },
  lua: { language: 'lua', text: ['e'], short: 'l' },
  luajit: { language: 'lua', text: ['e'], short: 'l' },
  Rscript: { language: 'other', text: ['e'] },
  R: { language: 'other', text: ['e'] },
  julia: { language: 'other', text: ['e', 'E', 'eval', 'print'] },
  osascript: { language: 'other', text: ['e'], short: 'l' },
  elixir: { language: 'other', text: ['e', 'eval'] },
  erl: { language: 'other', text: ['eval'] },
  groovy: { language: 'other', text: ['e'] },
  scala: { language: 'other', text: ['e'] },
  ghc: { language: 'other', text: ['e'] },
  gnuplot,
  tclsh: { language: 'other', text: [] },
  expect: { language: 'other', text: ['c'] },
  pwsh: { language: 'other', text: ['c', 'Command', 'command'] },
  powershell: { language: 'other', text: ['c', 'Command', 'command'] },
  emacs: lisp,
  emacsclient: lisp,
  guile: { language: 'lisp', text: ['c'] },
  sbcl: lisp,
  racket: lisp,
  gdb: { language: 'vim', text: ['ex', 'eval-command', 'iex'], short: 'xp' },
  psql: { language: 'sql', text: ['c', 'command'], short: 'dhpUvfoLPRTF' },
  mysql: { language: 'sql', text: ['e', 'execute'], short: 'uhPDS', long: ['host', 'user', 'port', 'database'] },
  mariadb: { language: 'sql', text: ['e', 'execute'], short: 'uhPDS', long: ['host', 'user', 'port', 'database'] },
  'clickhouse-client': { language: 'sql', text: ['q', 'query'] },
  sqlcmd: { language: 'sql', text: ['Q', 'q'], short: 'SUPd' },
  influx: { language: 'sql', text: ['execute'] },
  duckdb: { language: 'sql', text: ['c', 's'] },
  bq: { language: 'sql', text: [] },
  cqlsh: { language: 'sql', text: ['e', 'execute'] },
  mongosh: { language: 'javascript', text: ['eval'], anywhere: true },
  mongo: { language: 'javascript', text: ['eval'], anywhere: true },
}

/** Whether a program of this name runs code, rather than a query, a pattern or editor commands. */
export function isCodeInterpreter(family: string): boolean {
  const spec = Object.hasOwn(interpreters, family) ? interpreters[family] : undefined
  // What a database is asked in its language is a query, not code.
  return spec !== undefined && !spec.anywhere && !['sql', 'vim', 'lisp'].includes(spec.language)
}

/** Normalizes single-dash long options: `emacs -eval`, `gdb -ex`, `pwsh -Command`. */
function normalizeDashes(words: readonly Word[], spec: InterpreterSpec): readonly Word[] {
  return words.map((word) => {
    const name = /^-([A-Za-z]{2,})$/.exec(word.text)?.[1]
    return name && spec.text.includes(name) ? { ...word, text: `-${word.text}` } : word
  })
}

function unwrapInterpreter(spec: InterpreterSpec): Unwrap {
  const short = spec.text.filter((name) => name.length === 1).join('') + (spec.short ?? '')
  const long = [...spec.text.filter((name) => name.length > 1), ...(spec.long ?? [])]
  return ({ argv, stdin }, { readFile }) => {
    const words = normalizeDashes(argv.slice(1), spec)
    const { options, operands } = readArguments(words, {
      short,
      long,
      untilOperand: !spec.anywhere && spec.language !== 'sql' && spec.language !== 'lisp',
    })
    const texts = optionValues({ options, operands }, ...spec.text)
    const isModule = options.some((option) => spec.module?.includes(option.name))
    const found: Data[] = [...texts]
    const [first, second] = operands
    if (spec.subcommand && first?.text === spec.subcommand && second) found.push(second)
    else if (texts.length === 0 && !isModule) found.push(...readProgram(first, stdin, spec, readFile))
    return found.map((program) => ({ kind: 'program', language: spec.language, program }))
  }
}

function readProgram(
  first: Word | undefined,
  stdin: Data | undefined,
  spec: InterpreterSpec,
  readFile: (word: Word) => Data | undefined,
): readonly Data[] {
  if (spec.language === 'sql') return stdin ? [stdin] : []
  const readsInput = first === undefined || first.text === '-' || first.text === '/dev/stdin'
  const content = readsInput ? stdin : readFile(first)
  return content ? [content] : []
}

const unwrapAwk: Unwrap = ({ argv }, { readFile }) => {
  const { options, operands } = readArguments(argv.slice(1), {
    short: 'FvfieE',
    long: ['field-separator', 'assign', 'file', 'source', 'include', 'exec'],
    untilOperand: true,
  })
  const args = { options, operands }
  const files = optionValues(args, 'f', 'file', 'E').flatMap((word) => readFile(word) ?? [])
  const inline = [
    ...optionValues(args, 'e', 'source'),
    ...(findOption(args, 'f', 'file', 'e') ? [] : operands.slice(0, 1)),
  ]
  return [...files, ...inline].map((program) => ({ kind: 'program', language: 'awk', program }))
}

const unwrapSed: Unwrap = ({ argv }, { readFile }) => {
  const args = readArguments(argv.slice(1), { short: 'efl', long: ['expression', 'file', 'line-length'] })
  const scripts = optionValues(args, 'e', 'expression')
  const inline = scripts.length > 0 || findOption(args, 'f', 'file') ? scripts : args.operands.slice(0, 1)
  const files = optionValues(args, 'f', 'file').flatMap((word) => readFile(word) ?? [])
  return [...inline, ...files].map((program) => ({ kind: 'program', language: 'sed', program }))
}

const unwrapSqlite: Unwrap = ({ argv, stdin }) => {
  const args = readArguments(
    argv.slice(1).map((word) => (word.text === '-cmd' ? { ...word, text: '--cmd' } : word)),
    { long: ['cmd', 'separator', 'init'] },
  )
  const texts = [...optionValues(args, 'cmd'), ...args.operands.slice(1)]
  const programs: readonly Data[] = texts.length > 0 || !stdin ? texts : [stdin]
  return programs.map((program) => ({ kind: 'program', language: 'sql', program }))
}

const unwrapVim: Unwrap = ({ argv, stdin }) => {
  const found: Inner[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    const text = word?.text ?? ''
    const next = argv[at + 1]
    if (word && /^\+./.test(text)) found.push(vimProgram({ ...word, text: text.slice(1) }))
    else if (/^(?:-[a-zA-Z]*c|--cmd|-S)$/.test(text) && next) found.push(vimProgram(next))
    else if (word && /^-c./.test(text)) found.push(vimProgram({ ...word, text: text.slice(2) }))
  }
  return stdin ? [...found, vimProgram(stdin)] : found
}

function vimProgram(program: Data): Inner {
  return { kind: 'program', language: 'vim', program }
}

/** Unwraps `echo '!cmd' | ed`, and other programs that run `!cmd` from their input. */
const unwrapBang: Unwrap = ({ stdin }) => (stdin ? [vimProgram(stdin)] : [])

/** A line or a statement with `!`, backquotes, and files that are the input or the output of a command. */
const plotted = /(?:^|[\n;{])[^\S\n]{0,80}!([^\n]+)|`([^`]{1,2000})`|(["'])[^\S\n]{0,80}[<|]([^\n]{1,2000}?)\3/g

/** Unwraps `gnuplot -e '!cmd'`, and the other ways in which its scripts start a shell. */
const unwrapGnuplot: Unwrap = (invocation, context) =>
  unwrapInterpreter(gnuplot)(invocation, context).flatMap((inner): readonly Inner[] => {
    if (inner.kind !== 'program') return [inner]
    const { program } = inner
    const commands = [...program.text.matchAll(plotted)].map(
      ([, line, quoted, , piped]) => line ?? quoted ?? piped ?? '',
    )
    return [inner, ...commands.map((text): Inner => ({ kind: 'shell', program: { ...program, text } }))]
  })

/** Unwraps `dc -e '!cmd'`. */
const unwrapCalculator: Unwrap = ({ argv, stdin }) => {
  const texts = optionValues(readArguments(argv.slice(1), { short: 'ef', long: ['expression'] }), 'e', 'expression')
  return [...texts, ...(stdin ? [stdin] : [])].map(vimProgram)
}

/** Unwraps an email with the command `~!cmd` or `~|cmd` in its text. */
const unwrapMail: Unwrap = ({ stdin }) =>
  [...(stdin?.text ?? '').matchAll(/^~[!|](.+)$/gm)].map(([, text = '']) => ({
    kind: 'shell',
    program: { ...(stdin ?? unknownData), text },
  }))

const macros =
  /\b(?:syscmd|esyscmd)\(`?([^')\n]{1,2000})|\\write18\s{0,4}\{([^}\n]{0,2000})\}|\binput\s{0,4}\{?"?\|([^"}\n]{0,2000})/g

/** Unwraps macro languages that start programs: `syscmd` of m4, `\\write18` of TeX. */
const unwrapMacros: Unwrap = ({ argv, stdin }, { readFile }) =>
  [...argv.slice(1), ...argv.slice(1).flatMap((word) => readFile(word) ?? []), ...(stdin ? [stdin] : [])].flatMap(
    (data) =>
      [...data.text.matchAll(macros)].map(([, call, write, pipe]) => ({
        kind: 'shell',
        program: { ...data, text: call ?? write ?? pipe ?? '' },
      })),
  )

/** Unwraps `rename 'perl expression' files`. */
const unwrapRename: Unwrap = ({ argv }) => {
  const args = readArguments(argv.slice(1), { short: 'e', untilOperand: true })
  const texts = optionValues(args, 'e')
  return [...texts, ...(texts.length > 0 ? [] : args.operands.slice(0, 1))].map((program) => ({
    kind: 'program',
    language: 'perl',
    program,
  }))
}

const unwrapRedis: Unwrap = ({ argv }) => [
  { kind: 'program', language: 'sql', program: join([fromText('redis'), ...argv.slice(1)], ' ') },
]

export const interpreterUnwraps: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(Object.entries(interpreters).map(([name, spec]) => [name, unwrapInterpreter(spec)])),
  gnuplot: unwrapGnuplot,
  awk: unwrapAwk,
  gawk: unwrapAwk,
  mawk: unwrapAwk,
  nawk: unwrapAwk,
  sed: unwrapSed,
  gsed: unwrapSed,
  sqlite3: unwrapSqlite,
  vim: unwrapVim,
  vi: unwrapVim,
  nvim: unwrapVim,
  ex: unwrapVim,
  view: unwrapVim,
  vimdiff: unwrapVim,
  less: (invocation, context) => unwrapVim({ ...invocation, stdin: undefined }, context),
  ed: unwrapBang,
  ftp: unwrapBang,
  sftp: unwrapBang,
  telnet: unwrapBang,
  nmap: unwrapBang,
  dc: unwrapCalculator,
  mail: unwrapMail,
  mailx: unwrapMail,
  m4: unwrapMacros,
  ...Object.fromEntries(
    ['tex', 'latex', 'pdftex', 'pdflatex', 'xelatex', 'lualatex', 'luatex'].map((name) => [name, unwrapMacros]),
  ),
  rename: unwrapRename,
  prename: unwrapRename,
  'file-rename': unwrapRename,
  'redis-cli': unwrapRedis,
}
