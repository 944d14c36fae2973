import { createHash, randomBytes } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const compress = promisify(deflate)

/** Stores content as a blob in a git repository and returns its object id. */
export async function writeObject(repository: string, content: Uint8Array): Promise<string> {
  const header = Buffer.from(`blob ${content.length}\0`)
  const name = createHash('sha1').update(header).update(content).digest('hex')
  const path = join(repository, 'objects', name.slice(0, 2), name.slice(2))
  if (await exists(path)) return name
  const data = await compress(Buffer.concat([header, content]), { level: 1 })
  await mkdir(dirname(path), { recursive: true })
  // Like git, writes a read-only file with this name, so that `git prune` deletes the temporary file after a crash.
  const temporary = join(dirname(path), `tmp_obj_${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(temporary, data, { mode: 0o444, flag: 'wx' })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return name
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
