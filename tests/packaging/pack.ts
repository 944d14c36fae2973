import { execFileSync } from 'node:child_process'
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

/** A folder that is removed when it is disposed. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hermes-packaging-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Packs every package as it would be published. */
export function packAll(destination: string): readonly PackedPackage[] {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => {
      const folder = join(root, group, name)
      const output = run('pnpm', ['pack', '--json', '--pack-destination', destination], folder)
      const { name: packageName, filename } = JSON.parse(output)
      return { name: packageName, tarball: filename, folder }
    }),
  )
}

/** Runs a program to its end and returns its standard output; what it says goes into the error when it fails. */
export function run(program: string, args: readonly string[], folder: string): string {
  return execFileSync(program, [...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
}
