import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '@hermes/safety'
import { openFolder, openResolved } from '@hermes/safety/files'

/** Copies a regular file of a project to a place that commands do not see. Returns whether the file was still there and regular. */
export async function copyOut(path: string, copy: string): Promise<boolean> {
  const content = await readRegular(path)
  if (content === undefined) return false
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const draft = `${copy}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, content.data, { flag: 'wx' })
  await chmod(draft, content.mode)
  await rename(draft, copy)
  return true
}

/** Returns whether both are regular files with the same content. */
export async function isSameContent(path: string, copy: string): Promise<boolean> {
  const [one, other] = await Promise.all([readRegular(path), readRegular(copy)])
  return one !== undefined && other !== undefined && one.data.equals(other.data)
}

async function readRegular(path: string) {
  try {
    // Without O_NONBLOCK, opening a pipe would block until it has a writer.
    await using file = await openResolved(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const status = await file.stat()
    return status.isFile() ? { data: await file.readFile(), mode: (status.mode & 0o777) | 0o400 } : undefined
  } catch {
    // Removed, replaced with a link, or not accessible to this user.
    return undefined
  }
}

/**
 * Copies a file back into a folder of a project. Anything that a command has put in its way is moved aside. A process
 * of the command may still add links, so all steps use opened folders.
 */
export async function copyBack(copy: string, root: string, path: string): Promise<void> {
  const parts = dirname(path) === '.' ? [] : dirname(path).split('/')
  for (const [index, name] of parts.entries()) await clearWay(join(root, ...parts.slice(0, index)), name)
  await using folder = await openFolder(dirname(join(root, path)), { make: true })
  const draft = folder.at(`.hermes-${randomBytes(6).toString('hex')}.tmp`)
  const place = folder.at(basename(path))
  try {
    await copyFile(copy, draft, constants.COPYFILE_EXCL)
    if ((await kindAt(place)) === 'folder') await rename(place, aside(place))
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Moves anything but a folder aside. */
async function clearWay(parent: string, name: string): Promise<void> {
  await using folder = await openFolder(parent, { make: true })
  const place = folder.at(name)
  if ((await kindAt(place)) === 'other') await rename(place, aside(place))
}

function aside(place: string): string {
  return `${place}.undone-${randomBytes(4).toString('hex')}`
}

async function kindAt(path: string): Promise<'folder' | 'other' | 'none'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'none'
    throw error
  }
}
