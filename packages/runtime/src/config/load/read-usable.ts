import { ConfigError } from '@hermes/core'
import { readTextFile } from '../../home/text-file.js'
import { configCopies } from './config-copies.js'
import type { LoadConfigOptions } from './settle-config.js'

export interface Usable<Result> {
  readonly result: Result
  /** The copy that was read instead, and a sentence about it for the user. */
  readonly copy?: { readonly path: string; readonly warning: string }
}

/**
 * Reads settings. While `config.yaml` is not valid YAML, reads the newest copy with which Hermes has worked.
 * @throws {ConfigError} when a setting is invalid, or there is no such copy.
 */
export async function readUsable<Result>(
  options: LoadConfigOptions,
  read: (options: LoadConfigOptions) => Promise<Result>,
): Promise<Usable<Result>> {
  try {
    return { result: await read(options) }
  } catch (error) {
    if (!(error instanceof ConfigError) || options.ignoresFile || !(await isBroken(options.paths.config))) throw error
    for (const path of await configCopies(options.paths, 'good')) {
      const found = await read({ ...options, file: path }).then(
        (result) => ({ result }),
        () => undefined,
      )
      if (found) return { ...found, copy: { path, warning: `${error.message} Until then, ${path} is used.` } }
    }
    throw error
  }
}

async function isBroken(path: string): Promise<boolean> {
  const { parseConfigDocument } = await import('../document/config-document.js')
  try {
    parseConfigDocument(path, (await readTextFile(path)) ?? '')
    return false
  } catch {
    return true
  }
}
