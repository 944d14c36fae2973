import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** The path relative to the root of the repository, with `/`. */
  readonly path: string
  /** The workspace: `packages/core`. */
  readonly workspace: string
  readonly isTest: boolean
  readonly imports: readonly Import[]
}

export interface Import {
  readonly specifier: string
  readonly kind: 'static' | 'type' | 'dynamic'
  /** The file of a relative specifier, relative to the root of the repository. */
  readonly target?: string
}

export interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export function readSources(): readonly SourceFile[] {
  return globSync('{packages,apps}/*/src/**/*.ts', { cwd: root }).map((path) => {
    const normal = path.replaceAll('\\', '/')
    return {
      path: normal,
      workspace: normal.split('/').slice(0, 2).join('/'),
      isTest: /\.test(-d)?\.ts$|\/corpus\//.test(normal),
      imports: importsOf(normal, readFileSync(join(root, path), 'utf8')),
    }
  })
}

export function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Maps `@hermes/core/x` and `zod/v4` to their packages. */
export function packageOf(specifier: string): string {
  const [scope = '', name] = specifier.split('/')
  return specifier.startsWith('@') ? `${scope}/${name}` : scope
}

const statements = [
  /^(?:import|export)\s+(?<type>type\s)?[^'"`;]*?from\s+['"](?<specifier>[^'"]+)['"]/gm,
  /^import\s+['"](?<specifier>[^'"]+)['"]/gm,
]
const calls = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]\s*\)/g

function importsOf(path: string, text: string): readonly Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const found = statements.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ groups }) =>
      toImport(path, groups?.specifier, groups?.type ? 'type' : 'static'),
    ),
  )
  return [...found, ...[...code.matchAll(calls)].map(({ groups }) => toImport(path, groups?.specifier, 'dynamic'))]
}

function toImport(path: string, specifier = '', kind: Import['kind']): Import {
  if (!specifier.startsWith('.')) return { specifier, kind }
  const target = relative(root, resolve(root, dirname(path), specifier)).replaceAll('\\', '/')
  return { specifier, kind, target: target.replace(/\.js$/, '.ts') }
}
