import { ConfigError } from '@hermes/core'
import { readOptional, replaceFile } from '@hermes/safety/files'

/** The text of a file without its byte order mark; `undefined` if there is no file. @throws {ConfigError} when it cannot be read. */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return (await readOptional(path))?.replace(/^\uFEFF/, '')
  } catch (error) {
    throw new ConfigError('', `${path} cannot be read: check its permissions and those of its folder.`, {
      cause: error,
    })
  }
}

/**
 * Replaces a file atomically, readable by its owner only. Readers see either the old or the new text. A symbolic link is preserved.
 * @throws {ConfigError} when it cannot be written; the old text is then unchanged.
 */
export async function writeTextFile(path: string, text: string): Promise<void> {
  try {
    await replaceFile(path, text)
  } catch (error) {
    throw new ConfigError('', `${path} cannot be written: check the folder's permissions and the free space.`, {
      cause: error,
    })
  }
}
