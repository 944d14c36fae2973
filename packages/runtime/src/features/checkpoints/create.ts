import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolCallEvent } from '@hermes/core'
import { checkpointPlugin, createCheckpoints } from '@hermes/tools/checkpoints'
import type { Config } from '../../config/config-schema.js'
import { userFolder } from '../../home/home-paths.js'
import type { CreateFeature } from '../../host.js'

/** Checkpoints of the folder that the agent works in. None of another machine's files, or of a folder that holds everything. */
export const createCheckpointsFeature: CreateFeature<Config['checkpoints']> = async ({
  settings,
  folders,
  variables,
  environment,
  logger,
}) => {
  const workspace = environment.workingDirectory
  const isTooWide = ['/', userFolder(variables), tmpdir()].includes(workspace)
  if (environment.id !== 'local' || isTooWide) return undefined
  const checkpoints = createCheckpoints({
    folder: join(folders.home, 'checkpoints'),
    workspace,
    searchPath: variables.PATH,
    limits: { checkpoints: settings.max_snapshots },
  })
  return {
    ...checkpointPlugin({ checkpoints, mayChange, logger }),
    isForConversations: true,
    shown: { checkpoints },
  }
}

/** What people look around with, when nothing else is in the command. */
const onlyLooks =
  /^\s*(?:ls|pwd|cat|head|tail|wc|grep|rg|which|file|stat|du|df|ps|date|whoami|uname|tree|git (?:status|log|diff|show|blame))\b[^;&|<>`$(]*$/

function mayChange({ call, args }: ToolCallEvent): boolean {
  if (call.function.name === 'process') return args.action === 'write' || args.action === 'submit'
  return call.function.name !== 'terminal' || typeof args.command !== 'string' || !onlyLooks.test(args.command)
}
