import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface PackedPackage {
  /** `@hermes/core`. */
  readonly name: string
  readonly tarball: string
  readonly folder: string
}

/** A temporary folder, removed when it is disposed. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hermes-packaging-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Packs packages as for publishing. Default: all of them. */
export function packAll(destination: string, only?: readonly string[]): readonly PackedPackage[] {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group))
      .filter((name) => only?.includes(name) ?? true)
      .map((name) => {
        const folder = join(root, group, name)
        const output = run(
          'pnpm',
          ['pack', '--config.ignore-scripts=true', '--json', '--pack-destination', destination],
          folder,
        )
        const { name: packageName, filename } = JSON.parse(output)
        return { name: packageName, tarball: filename, folder }
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
