import { join } from 'node:path'
import { type CheckpointStorage, openCheckpointStorage } from '@hermes/tools/checkpoints'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import { findGit } from './find-git.js'

export interface StoredCheckpointsOptions {
  readonly paths: Pick<HomePaths, 'home'>
  readonly variables: Variables
  /** The folder from which `git` is not taken. */
  readonly workingDirectory: string
}

/** Opens the checkpoints of all folders that this home keeps. */
export function openStoredCheckpoints({
  paths,
  variables,
  workingDirectory,
}: StoredCheckpointsOptions): CheckpointStorage {
  return openCheckpointStorage({
    folder: join(paths.home, 'checkpoints'),
    program: findGit(variables, workingDirectory),
  })
}
