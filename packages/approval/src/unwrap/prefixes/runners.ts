import type { Unwrap } from '../../words/invocation.js'
import { readArguments } from '../../words/options.js'

/** Programs whose command follows a subcommand: `npm exec -- cmd`, `uv run cmd`. */
export const runners: Readonly<Record<string, readonly string[]>> = {
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

export function unwrapRunner(subcommands: readonly string[]): Unwrap {
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
