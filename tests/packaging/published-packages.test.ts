import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, describe, expect, test } from 'vitest'
import { type PackedPackage, packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const packages = packed()
afterAll(() => folder[Symbol.dispose]())

const libraries = readdirSync(join(root, 'packages'))
const find = (name: string): PackedPackage => {
  const found = packages.find((candidate) => candidate.name === `@hermes/${name}`)
  if (!found) throw new Error(`${name} was not packed`)
  return found
}

describe.each(libraries)('@hermes/%s', (name) => {
  test('is published according to its manifest', async () => {
    const tarball = new Uint8Array(readFileSync(find(name).tarball)).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  test('has types for every module resolution mode', async () => {
    const tarball = new Uint8Array(readFileSync(find(name).tarball))
    const analysis = await checkPackage(createPackageFromTarballData(tarball))
    if (!analysis.types) throw new Error(`${name} has no types`)
    // The packages are ESM only, and `node10` ignores `exports`: the README states both.
    const stated = ['CJSResolvesToESM', 'NoResolution']
    const problems = analysis.problems.filter((problem) => !stated.includes(problem.kind))
    expect(problems).toEqual([])
  })

  test('contains its code, types and their sources once, and no tests', () => {
    const read = (...files: readonly string[]) => run('tar', ['-xzOf', find(name).tarball, ...files], folder.path)
    const files = run('tar', ['-tzf', find(name).tarball], folder.path).split('\n')
    expect(files).toEqual(
      expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts', 'package/src/index.ts']),
    )
    const forTests = /\.test(?:-d)?\.|\/(?:corpus|escapes|testing)\//
    expect(files.filter((file) => forTests.test(file))).toEqual([])
    const source = (declaration: string) => declaration.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts')
    const declarations = files.filter((file) => file.endsWith('.d.ts'))
    expect(declarations.filter((file) => !files.includes(source(file)))).toEqual([])
    expect(read(...files.filter((file) => file.endsWith('.js.map')))).not.toContain('"sourcesContent"')
    const manifest = JSON.parse(read('package/package.json'))
    expect(JSON.stringify(manifest.dependencies ?? {})).not.toContain('workspace:')
  })
})

describe('an outside app', () => {
  const npm = (args: readonly string[], at: string) =>
    run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], at)

  test('installs only @hermes/core and runs the example of its README', () => {
    using app = temporaryFolder()
    npm(['init', '-y'], app.path)
    npm(['install', find('core').tarball], app.path)
    const installed = Object.keys(JSON.parse(npm(['ls', '--all', '--json'], app.path)).dependencies)
    expect(installed).toEqual(['@hermes/core'])
    const output = runExample(readFileSync(join(find('core').folder, 'README.md'), 'utf8'), app.path)
    expect(output).toContain('You said: Hello, Hermes!')
  }, 120_000)

  test('installs @hermes/approval with its bundled grammar', () => {
    using app = temporaryFolder()
    npm(['init', '-y'], app.path)
    npm(['install', ...['core', 'safety', 'approval'].map((name) => find(name).tarball)], app.path)
    const tree = npm(['ls', '--all', '--parseable'], app.path)
    expect(tree).not.toContain('tree-sitter')
    const output = runExample(readFileSync(join(find('approval').folder, 'README.md'), 'utf8'), app.path)
    expect(output).toBe('ask\nrefuse\n')
  }, 120_000)

  test('embeds the agent with transports, tools and a store as in the README', () => {
    using app = temporaryFolder()
    npm(['init', '-y'], app.path)
    const names = ['core', 'safety', 'transports', 'tools', 'state', 'environments']
    npm(['install', ...names.map((name) => find(name).tarball), 'zod@4'], app.path)
    const output = runExample(readFileSync(join(find('core').folder, '..', '..', 'README.md'), 'utf8'), app.path)
    expect(output).toMatch(/package\.json has \d+ lines/)
  }, 180_000)

  // Most of it is ripgrep and the vocabularies for token counting. Each language of the interface adds about 0.1 MB.
  test.each([
    ['cli', 'hermes', ['--version'], { packages: 8, megabytes: 26 }],
    ['gateway', 'hermes-gateway', ['--help'], { packages: 8, megabytes: 24.5 }],
  ])(
    'installs @hermes/%s without compiling anything',
    (name, program, args, most) => {
      using app = temporaryFolder()
      npm(['init', '-y'], app.path)
      npm(['install', '--ignore-scripts', find(name).tarball], app.path)
      const { packages } = JSON.parse(readFileSync(join(app.path, 'node_modules/.package-lock.json'), 'utf8'))
      const installed = Object.entries<{ hasInstallScript?: boolean }>(packages)
      expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
      expect(installed.length).toBeLessThanOrEqual(most.packages)
      const kilobytes = Number(run('du', ['-sk', 'node_modules'], app.path).split('\t')[0])
      expect(kilobytes / 1024).toBeLessThan(most.megabytes)
      expect(run(join(app.path, 'node_modules/.bin', program), args, app.path)).toMatch(/hermes/)
      const notices = readFileSync(join(app.path, `node_modules/@hermes/${name}/dist/THIRD-PARTY-NOTICES.txt`), 'utf8')
      // Bundled directly, through another package of the workspace, and as a file.
      for (const bundled of ['yaml', '@babel/parser', 'tree-sitter-bash']) {
        expect(notices).toMatch(new RegExp(`^${bundled} [\\d.]+ \\(`, 'm'))
      }
      expect(notices).toContain('Permission is hereby granted, free of charge')
    },
    180_000,
  )
})

/** Runs the first JavaScript block of a README. */
function runExample(readme: string, at: string): string {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readme) ?? []
  if (code === undefined) throw new Error('the README has no example')
  return run(process.execPath, ['--input-type=module', '--eval', code], at)
}
