import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface PackedPackage {
  /** The name of the package: `@hermes/core`. */
  readonly name: string
  readonly tarball: string
  readonly folder: string
}

/** Creates a temporary folder, which is removed when it is disposed. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hermes-packaging-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Returns the packages with these folder names, packed as for publishing. Default: all of them. */
export function packed(only?: readonly string[]): readonly PackedPackage[] {
  const tarballs = inject('tarballs')
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group))
      .filter((folder) => only?.includes(folder) ?? true)
      .map((folder) => {
        const name = `@hermes/${folder}`
        const tarball = tarballs[name]
        if (tarball === undefined) throw new Error(`${name} was not packed`)
        return { name, tarball, folder: join(root, group, folder) }
      }),
  )
}

/** Runs a program and returns its standard output; on failure, the error contains its output. */
export function run(program: string, args: readonly string[], folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, [...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`, { cause: error })
}
