import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../node_modules/.cache/python/', import.meta.url))

/**
 * Installs packages from PyPI into a virtual environment of their own, once for each list of them.
 *
 * @param packages with exact versions, like `acp==0.12.1`.
 * @returns the path of its interpreter.
 */
export async function pythonWith(packages: readonly string[]): Promise<string> {
  const folder = join(cache, createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 16))
  const python = join(folder, 'bin/python')
  if (existsSync(python)) return python
  await mkdir(dirname(folder), { recursive: true })
  const staging = await mkdtemp(`${folder}-`)
  try {
    await run('python3', ['-m', 'venv', staging])
    const flags = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:']
    await run(join(staging, 'bin/python'), ['-m', 'pip', 'install', ...flags, ...packages])
    await rename(staging, folder)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    // Another worker has installed the same list meanwhile.
    if (!existsSync(python)) throw error
  }
  return python
}
