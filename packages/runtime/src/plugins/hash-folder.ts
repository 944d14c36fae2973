import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HermesError } from '@hermes/core'

const most = { files: 5_000, bytes: 100 * 2 ** 20 }

/**
 * Returns a SHA-256 hash of all files in a folder, including their paths.
 * @throws {HermesError} `plugin/integrity` for a link, or more than 5,000 files or 100 MB.
 */
export async function hashFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const wrong = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (wrong) throw refused(`${join(wrong.parentPath, wrong.name)} is neither a file nor a folder`)
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  if (paths.length > most.files) throw refused(`it has more than ${most.files} files`)
  const hash = createHash('sha256')
  let bytes = 0
  for (const path of paths.toSorted()) {
    const data = await readFile(path)
    bytes += data.length
    if (bytes > most.bytes) throw refused(`it has more than ${most.bytes / 2 ** 20} MB`)
    hash.update(`${relative(folder, path).split(sep).join('/')}\0${data.length}\0`).update(data)
  }
  return `sha256-${hash.digest('base64')}`
}

function refused(why: string): HermesError {
  return new HermesError('plugin/integrity', `It cannot be used: ${why}.`)
}
