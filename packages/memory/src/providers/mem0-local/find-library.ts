import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { exists } from '@hermes/safety/files'

/**
 * Finds the file of the module `mem0ai/oss` among the packages of a home.
 * @throws {ConfigError} when it is not installed.
 */
export async function findLibrary(home: string): Promise<string> {
  if (await exists(join(home, 'node_modules', 'mem0ai')))
    return createRequire(join(home, 'config.yaml')).resolve('mem0ai/oss')
  const command = `npm install --prefix ${home} mem0ai`
  throw new ConfigError('memory.provider', `The package mem0ai is not installed: run "${command}".`)
}
