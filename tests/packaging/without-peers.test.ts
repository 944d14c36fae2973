import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const bin = (name: string) => join(folder.path, 'node_modules/.bin', name)
const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text)

/** Packages whose purpose is vitest or Drizzle. */
const needPeer = ['@hermes/testkit', '@hermes/state/schema']

/** Returns every entry point of the libraries in the app. */
function entries(): readonly string[] {
  return readdirSync(join(folder.path, 'node_modules/@hermes')).flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join(folder.path, 'node_modules/@hermes', name, 'package.json'), 'utf8'))
    const exported = Object.keys(manifest.exports).filter((path) => manifest.exports[path].types)
    return exported.map((path) => `@hermes/${name}${path.slice(1)}`).filter((entry) => !needPeer.includes(entry))
  })
}

/** Strict options, which include the declarations of the packages. */
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2025', 'esnext.disposable', 'dom'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['all.ts'],
}

beforeAll(() => {
  // Under pnpm, it leads to the packages of the workspace, and esbuild follows it.
  vi.stubEnv('NODE_PATH', undefined)
  write('package.json', JSON.stringify({ private: true, type: 'module' }))
  const libraries = readdirSync(join(root, 'packages')).filter((name) => name !== 'testkit')
  const tarballs = packed(libraries).map(({ tarball }) => tarball)
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error']
  run('npm', ['install', ...flags, ...tarballs, 'typescript@7', '@types/node@24', 'esbuild@0.28'], folder.path)
  write('tsconfig.json', JSON.stringify(tsconfig))
  write(
    'all.ts',
    entries()
      .map((entry, index) => `export * as part${index} from '${entry}'\n`)
      .join(''),
  )
}, 240_000)
afterAll(() => {
  vi.unstubAllEnvs()
  folder[Symbol.dispose]()
})

/** Bundles a program into one file that needs nothing else. */
function bundle(name: string): string {
  const out = join(folder.path, 'out', `${name}.mjs`)
  const flags = ['--bundle', '--platform=node', '--format=esm', '--log-level=warning', `--outfile=${out}`]
  run(bin('esbuild'), [name, ...flags], folder.path)
  return out
}

test('the declarations of all entry points compile without the optional peers', () => {
  expect(run(bin('tsc'), ['-p', 'tsconfig.json'], folder.path)).toBe('')
}, 120_000)

test('all entry points can be bundled without the optional peers', () => {
  expect(readFileSync(bundle('all.ts'), 'utf8').includes('import("grammy/web")')).toBe(true)
}, 120_000)

const program = `
import { createAgent, silentLogger } from '@hermes/core'
import { createTokenCounter } from '@hermes/compressor/tokens'
import { createTelegram, telegramOptions } from '@hermes/platforms/telegram'
import { createPostgresStore } from '@hermes/state/postgres'
import { createTransport, resolveProvider } from '@hermes/transports'
import { createBedrockTransport } from '@hermes/transports/bedrock'

const resolved = resolveProvider({}, {})
const agent = createAgent({ transport: createTransport(resolved), model: { id: resolved.model } })
const bedrock = createBedrockTransport({ region: 'us-east-1', apiKey: 'k' })
const missing = [
  () => createAgent({ transport: bedrock, model: { id: 'm' } }).chat('Hi'),
  () => createTelegram(telegramOptions.parse({ token: '1:a' }), { fetch, logger: silentLogger }),
  () => createPostgresStore({ url: 'postgres://localhost/none' }),
]
const remedies = missing.map((use) => use().then(() => 'nothing is missing', (error) => error.message))
console.log(JSON.stringify({
  answer: await agent.chat('help'),
  isExact: await createTokenCounter({ model: 'gpt-5.2' }).load(),
  remedies: await Promise.all(remedies),
}))
`

test('a bundled program continues without a missing package, and says what to install when it needs one', () => {
  write('program.ts', program)
  const { answer, isExact, remedies } = JSON.parse(run(process.execPath, [bundle('program.ts')], folder.path))
  expect(answer).toContain('offline stand-in')
  expect(isExact).toBe(false)
  expect(remedies).toEqual([
    expect.stringContaining('npm install @aws-sdk/client-bedrock-runtime'),
    expect.stringContaining('npm install grammy'),
    expect.stringContaining('npm install pg'),
  ])
}, 60_000)
