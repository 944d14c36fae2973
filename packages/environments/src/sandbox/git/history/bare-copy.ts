import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSmallFile } from '../read-small-file.js'

/** Creates a bare repository that borrows the objects of another one, and from which the user can fetch. */
export async function makeBare(folder: string, data: string): Promise<void> {
  await mkdir(join(folder, 'objects/info'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'refs/kept'), { recursive: true })
  const isLong = /\bobjectformat ?= ?sha256\b/i.test(readSmallFile(join(data, 'config')) ?? '')
  const format = isLong ? '\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n' : ''
  const files = {
    HEAD: 'ref: refs/heads/main\n',
    config: `[core]\n\tbare = true\n${format || '\trepositoryformatversion = 0\n'}`,
    'objects/info/alternates': `${join(data, 'objects')}\n`,
    description: `A copy of the history of ${dirname(data)}\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}
