import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ConfigError } from '@hermes/core'

/**
 * Asks npm for the registry that it installs from. npm runs in `folder`, so a `.npmrc` there applies.
 * @throws {ConfigError} when npm is missing.
 */
export async function npmRegistry(env: Readonly<Record<string, string | undefined>>, folder: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: folder, env })
    return stdout.trim()
  } catch (cause) {
    throw new ConfigError(
      'installed_plugins.registry',
      'npm could not be asked for its registry: set installed_plugins.registry.',
      { cause },
    )
  }
}
