import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment, Logger, Plugin, ToolCallEvent } from '@hermes/core'
import { type Checkpoints, checkpointPlugin, createCheckpoints } from '@hermes/tools/checkpoints'
import { userFolder } from '../../home/home-paths.js'
import type { RuntimeOptions } from '../../runtime.js'

export interface WiredCheckpoints {
  /** Absent where none are taken: switched off, another machine's files, or a folder that holds everything. */
  readonly checkpoints?: Checkpoints
  readonly plugins: readonly Plugin[]
}

/** Checkpoints of the folder that the agent works in. */
export function wireCheckpoints(
  { config, paths, variables }: RuntimeOptions,
  { environment, logger }: { readonly environment: Environment; readonly logger: Logger },
): WiredCheckpoints {
  const { enabled, max_snapshots } = config.checkpoints
  const workspace = environment.workingDirectory
  const tooWide = ['/', userFolder(variables), tmpdir()].includes(workspace)
  if (!enabled || environment.id !== 'local' || tooWide) return { plugins: [] }
  const checkpoints = createCheckpoints({
    folder: join(paths.home, 'checkpoints'),
    workspace,
    searchPath: variables.PATH,
    limits: { checkpoints: max_snapshots },
  })
  return { checkpoints, plugins: [checkpointPlugin({ checkpoints, mayChange, logger })] }
}

/** What people look around with, when nothing else is in the command. */
const onlyLooks =
  /^\s*(?:ls|pwd|cat|head|tail|wc|grep|rg|which|file|stat|du|df|ps|date|whoami|uname|tree|git (?:status|log|diff|show|blame))\b[^;&|<>`$(]*$/

function mayChange({ call, args }: ToolCallEvent): boolean {
  if (call.function.name === 'process') return args.action === 'write' || args.action === 'submit'
  return call.function.name !== 'terminal' || typeof args.command !== 'string' || !onlyLooks.test(args.command)
}
