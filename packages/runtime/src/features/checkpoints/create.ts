import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkpointPlugin, createCheckpoints } from '@hermes/tools/checkpoints'
import { userFolder } from '../../home/home-paths.js'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { findGit } from './find-git.js'

/** Creates checkpoints of the working folder, but not on another machine or of a folder that contains everything. */
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
    program: findGit(variables, workspace),
    excluded: [folders.home],
    limits: { checkpoints: settings.max_snapshots },
  })
  return {
    ...checkpointPlugin({ checkpoints, logger }),
    isForConversations: true,
    shown: { checkpoints },
  }
}
