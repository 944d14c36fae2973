import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packs every package as for publishing, once for all tests of packages. The tests install them and change nothing. */
export default async function packPackages(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-packed-'))
  const flags = ['--config.ignore-scripts=true', '--json', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('pnpm', ['--recursive', 'pack', ...flags], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const packed: readonly { readonly name: string; readonly filename: string }[] = JSON.parse(stdout)
  project.provide('tarballs', Object.fromEntries(packed.map(({ name, filename }) => [name, filename])))
  return () => rm(folder, { recursive: true, force: true })
}
