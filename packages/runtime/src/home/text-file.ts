import { ConfigError } from '@hermes/core'
import { readOptional, replaceFile } from '@hermes/safety/files'

/** Reads a file without its byte order mark; `undefined` if there is no file. @throws {ConfigError} when it cannot be read. */
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
 * Replaces a file atomically, readable only by its owner. Readers see either the old or the new text. A symbolic link is preserved.
 * @throws {ConfigError} when it cannot be written. The old text is unchanged then.
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
