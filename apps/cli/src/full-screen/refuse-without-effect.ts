import type { OptionName, OptionValues } from '../arguments/options/options.js'
import { UsageError } from '../usage-error.js'

/** Options that a server decided when it started. */
const ofServer = [
  ...['source', 'in', 'no-restore-cwd', 'worktree', 'toolsets', 'max-turns', 'run-budget', 'checkpoints'],
  ...['pass-session-id', 'yolo', 'ignore-rules', 'safe-mode', 'api-key', 'record', 'replay'],
] as const satisfies readonly OptionName[]

/** @throws {UsageError} for options that have no effect on a remote server (`--attach`). */
export function refuseWithoutEffect(values: OptionValues): void {
  const given = ofServer.filter((name) => values[name] !== undefined).map((name) => `--${name}`)
  if (values.attach === undefined || given.length === 0) return
  throw new UsageError(
    `--attach cannot be combined with ${given.join(', ')}, which the server decides when it starts. Omit one or the other.`,
  )
}
