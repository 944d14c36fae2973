import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { type Import, packageOf, readManifest, readSources, readText, type SourceFile } from './source-files.js'

const sources = readSources()
const shipped = sources.filter((file) => !file.isTest)
const leaves = [
  'approval',
  'transports',
  'tools',
  'state',
  'compressor',
  'environments',
  'conversations',
  'mcp',
  'media',
  'memory',
  'skills',
  'platforms',
  'scheduler',
  'acp',
  'rpc',
  'tui',
]

/** Returns the packages of this repository that a package may import. */
function mayKnow(workspace: string): readonly string[] {
  const name = workspace.split('/')[1] ?? ''
  if (name === 'core') return []
  if (name === 'safety') return ['core']
  // Surfaces.
  if (name === 'acp' || name === 'rpc') return ['core', 'safety', 'conversations']
  // The client of another surface.
  if (name === 'tui') return ['core', 'safety', 'conversations', 'rpc']
  if (name === 'testkit' || leaves.includes(name)) return ['core', 'safety']
  if (name === 'runtime') return ['core', 'safety', ...leaves]
  return ['core', 'safety', 'runtime', ...leaves]
}

const exceptions: readonly ((file: SourceFile, specifier: string) => boolean)[] = [
  // The conformance command answers with the product's own functions.
  (file) => file.path.startsWith('packages/testkit/src/conformance/'),
  // The contract of conversations is defined with them, because they know the commands, which core does not.
  (file, specifier) =>
    file.path.startsWith('packages/testkit/src/contracts/conversation') &&
    specifier.startsWith('@hermes/conversations'),
  // `hermes gateway` runs the gateway in its process.
  (file, specifier) => file.path === 'apps/cli/src/commands/gateway/gateway.ts' && specifier === '@hermes/gateway',
]

function offences(files: readonly SourceFile[], isOffence: (file: SourceFile, imported: Import) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((imported) => isOffence(file, imported)).map(({ specifier }) => `${file.path} -> ${specifier}`),
  )
}

test('finds the sources', () => {
  expect(shipped.length).toBeGreaterThan(50)
  expect(sources.flatMap((file) => file.imports).length).toBeGreaterThan(shipped.length)
})

test('lets packages import only packages below them', () => {
  expect(
    offences(shipped, (file, { specifier }) => {
      if (!specifier.startsWith('@hermes/') || exceptions.some((allows) => allows(file, specifier))) return false
      return !mayKnow(file.workspace).includes(packageOf(specifier).replace('@hermes/', ''))
    }),
  ).toEqual([])
})

test('lets no import bypass the exports of a package', () => {
  expect(
    offences(sources, (file, { specifier, target }) =>
      target === undefined ? /^@hermes\/[^/]+\/(src|dist)\b/.test(specifier) : !target.startsWith(`${file.workspace}/`),
    ),
  ).toEqual([])
})

/** Bundled dependencies of libraries: see their `tsup.config.ts`. */
const bundledByLibraries: Readonly<Record<string, readonly string[]>> = {
  'packages/approval': ['web-tree-sitter'],
  'packages/tools': ['@babel/parser', 'turndown'],
}

test('declares every imported package', () => {
  const builtin = new Set(builtinModules)
  expect(
    offences(shipped, (file, { specifier, target }) => {
      if (target !== undefined || specifier.startsWith('node:') || builtin.has(specifier)) return false
      const { dependencies, devDependencies, peerDependencies, optionalDependencies } = readManifest(file.workspace)
      // Apps are bundled, so their bundled dependencies are only development dependencies.
      const bundled = file.workspace.startsWith('apps/') ? devDependencies : {}
      const declared = { ...dependencies, ...peerDependencies, ...optionalDependencies, ...bundled }
      const isBundled = bundledByLibraries[file.workspace]?.includes(packageOf(specifier)) === true
      return !(packageOf(specifier) in (isBundled ? (devDependencies ?? {}) : declared))
    }),
  ).toEqual([])
})

test('imports heavy libraries dynamically', () => {
  const heavy = [
    '@anthropic-ai/sdk',
    '@aws-sdk/client-bedrock-runtime',
    'openai',
    'better-sqlite3',
    'drizzle-orm',
    'pg',
    'web-tree-sitter',
    '@babel/parser',
    '@vscode/ripgrep',
    'gpt-tokenizer',
    'sqlite-vec',
    'open',
    'proper-lockfile',
    'grammy',
    'https-proxy-agent',
    'http-proxy-agent',
    'socks-proxy-agent',
  ]
  expect(
    offences(shipped, (file, { specifier, kind }) => {
      if (!heavy.includes(packageOf(specifier)) || kind !== 'static') return false
      // Only the migration generator reads the table definitions.
      return !/^packages\/state\/src\/(rows\/schema|postgres\/(schema|columns))\.ts$/.test(file.path)
    }),
  ).toEqual([])
})

test('has no import cycles', () => {
  expect(findCycles(shipped)).toEqual([])
})

describe('core is pure', () => {
  const core = shipped.filter((file) => file.workspace === 'packages/core')

  test('imports neither Node modules nor runtime libraries', () => {
    expect(
      offences(core, (_, { specifier, target, kind }) => {
        return target === undefined && !(specifier === '@standard-schema/spec' && kind === 'type')
      }),
    ).toEqual([])
  })

  test('uses neither process nor console', () => {
    const impure = core.filter(({ path }) => /\b(process|console|Buffer|setImmediate)\./.test(readCode(path)))
    expect(impure.map(({ path }) => path)).toEqual([])
  })
})

test('keeps every package publishable and free of side effects at import', () => {
  for (const workspace of new Set(sources.map((file) => file.workspace))) {
    expect(readManifest(workspace), workspace).toMatchObject({
      license: 'MIT',
      type: 'module',
      sideEffects: false,
      engines: { node: '>=22.18' },
      publishConfig: { access: 'public' },
    })
  }
})

function readCode(path: string): string {
  return readText(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
}

function findCycles(files: readonly SourceFile[]): string[] {
  const targets = new Map(files.map((file) => [file.path, file.imports.flatMap(({ target }) => target ?? [])]))
  const finished = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start !== -1) cycles.push([...trail.slice(start), path].join(' -> '))
    if (start !== -1 || finished.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return cycles
}
