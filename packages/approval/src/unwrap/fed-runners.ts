import type { Data, Word } from '../words/data.js'
import type { Inner, Language, Unwrap } from '../words/invocation.js'
import { readArguments } from '../words/options.js'

/** Subcommands after which `-` stands for a program on standard input. */
const fed: Readonly<Record<string, { readonly subcommand: string; readonly language: Language }>> = {
  deno: { subcommand: 'run', language: 'javascript' },
  bun: { subcommand: 'run', language: 'javascript' },
  uv: { subcommand: 'run', language: 'python' },
}

const unwrapFed: Unwrap = ({ argv, name, stdin }, { readFile }) => {
  const spec = fed[name]
  const at = argv.findIndex((word) => word.text === spec?.subcommand)
  if (!spec || at < 0) return []
  return argv.slice(at + 1).flatMap((word): Inner[] => {
    const program = isStandardInput(word) ? stdin : readFile(word)
    return program ? [{ kind: 'program', language: spec.language, program }] : []
  })
}

/** Unwraps `npx` and `npm exec`, which start a shell when no package is named. */
const unwrapPackageShell: Unwrap = ({ argv, name, stdin }) => {
  const words = name === 'npm' ? afterExec(argv) : argv.slice(1)
  if (!stdin || !words) return []
  const { operands } = readArguments(words, {
    short: 'pcw',
    long: ['package', 'call', 'workspace'],
    untilOperand: true,
  })
  const [first] = operands
  return first === undefined || isStandardInput(first) ? [shellOn(stdin)] : []
}

function afterExec(argv: readonly Word[]): readonly Word[] | undefined {
  const at = argv.findIndex((word) => word.text === 'exec' || word.text === 'x')
  return at < 0 ? undefined : argv.slice(at + 1)
}

function shellOn(program: Data): Inner {
  return { kind: 'shell', program }
}

function isStandardInput({ text }: Word): boolean {
  return /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(text)
}

/** Runners that execute what they read from standard input. */
export const fedRunnerUnwraps: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(Object.keys(fed).map((name) => [name, unwrapFed])),
  npx: unwrapPackageShell,
  npm: unwrapPackageShell,
}
