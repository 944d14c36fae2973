import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '@hermes/core'
import type { HomePaths } from './home-paths.js'

/**
 * Creates the missing folders of a home, for their owner only.
 * @throws {ConfigError} when the home or its cache cannot be created, read or written.
 */
export async function ensureHome(paths: HomePaths): Promise<void> {
  const { home, logs, cache } = paths
  await requireFolder(home, `The home folder ${home}`, 'point HERMES_HOME to another one')
  for (const folder of [logs, cache]) await requireFolder(folder, `The folder ${folder}`, 'remove it')
}

async function requireFolder(path: string, name: string, otherwise: string): Promise<void> {
  try {
    await makeFolder(path)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const message = `${name} cannot be used: make it a folder that you can read and write, or ${otherwise}.`
    throw new ConfigError('', message, { cause })
  }
}

/** Creates a folder step by step, because Node's recursive `mkdir` never ends in virtual file systems such as `/proc`. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) await makeFolder(parent)
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created the folder at the same moment.
    if (!(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return status?.isDirectory() ?? false
}
