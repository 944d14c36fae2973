import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { openPluginStore, parsePluginSource } from '@hermes/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'
import { cloneRepository } from '../../setup/sources/clone-repository.js'

const cli = cliInHome()
const { hermes } = cli

type Files = Readonly<Record<string, string>>

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

const plugin = (version: string, capabilities = 'tools: [greet]'): Files => ({
  'plugin.yaml': `name: greeter\nversion: ${version}\nmain: index.mjs\ncapabilities: { ${capabilities} }\n`,
  'index.mjs': 'export default {}\n',
  'package.json': '{ "scripts": { "postinstall": "touch /tmp/hermes-was-here" } }',
})

/** Packs an archive like npm. */
async function pack(files: Files, prepare: (folder: string) => Promise<unknown> = async () => undefined) {
  const folder = join(cli.home, 'pack', 'package')
  await rm(folder, { recursive: true, force: true })
  await write(folder, files)
  await prepare(folder)
  return execFileSync('tar', ['-czf', '-', '-C', dirname(folder), 'package'])
}

interface Version {
  readonly archive: Buffer
  readonly integrity?: string
}

/** Starts a registry with one package, whose versions may change. */
async function registry(versions: Map<string, Version>) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const archive = versions.get(/-([\d.]+)\.tgz$/.exec(path)?.[1] ?? '')?.archive
    if (archive) return response.end(archive)
    if (path !== '/@ada/greeter') return response.writeHead(404).end()
    const entries = [...versions].map(([version, each]) => {
      const integrity = each.integrity ?? `sha512-${createHash('sha512').update(each.archive).digest('base64')}`
      return [version, { dist: { tarball: `${address}/greeter-${version}.tgz`, integrity } }]
    })
    const latest = [...versions.keys()].at(-1)
    return response.end(JSON.stringify({ 'dist-tags': { latest }, versions: Object.fromEntries(entries) }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const bound = server.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
  const config = `security: { allow_private_urls: true }\ninstalled_plugins: { registry: "${address}" }\n`
  await writeFile(join(cli.home, 'config.yaml'), config)
}

test('installs a package from a registry, pinned to its hash, and updates it', async () => {
  const versions = new Map([['1.0.0', { archive: await pack(plugin('1.0.0')) }]])
  await registry(versions)
  const { out, code } = await hermes('plugins', 'install', 'npm:@ada/greeter')
  expect(code).toBe(0)
  expect(out).toMatch(/^Pinned to 1\.0\.0 sha512-.{86}==\.\nInstalled greeter 1\.0\.0 /)
  await hermes('plugins', 'enable', 'greeter')

  // A different archive under the same version is an attack or a mistake.
  versions.set('1.0.0', { archive: await pack(plugin('1.0.0', 'tools: [greet], processes: true')) })
  expect((await hermes('plugins', 'update', 'greeter')).err).toContain('other files of npm:@ada/greeter 1.0.0')
  versions.set('1.1.0', { archive: await pack(plugin('1.1.0', 'tools: [greet], network: [api.example.com]')) })
  const updated = await hermes('plugins', 'update', 'greeter')
  expect(updated.out).toContain('Updated greeter to 1.1.0.\n+ network   api.example.com\n')
  expect(updated.err).toContain('not used until you agree')
})

test('rejects an archive with another hash, and a version that does not exist', async () => {
  const archive = await pack(plugin('1.0.0'))
  const integrity = `sha512-${createHash('sha512').update('other').digest('base64')}`
  await registry(
    new Map([
      ['1.0.0', { archive, integrity }],
      ['0.9.0', { archive, integrity: 'sha1-abc' }],
    ]),
  )
  expect((await hermes('plugins', 'install', 'npm:@ada/greeter@1.0.0')).err).toContain('another hash')
  expect((await hermes('plugins', 'install', 'npm:@ada/greeter@0.9.0')).err).toContain('no hash')
  expect((await hermes('plugins', 'install', 'npm:@ada/greeter@3.0.0')).err).toContain('has no version 3.0.0')
  expect((await hermes('plugins', 'install', 'npm:@ada/nothing')).err).toContain('status 404')
  expect((await hermes('plugins', 'install', 'npm:../evil')).err).toContain('is no source of a plugin')
  expect((await hermes('plugins', 'list')).code).toBe(0)
})

test('rejects archives that leave their folder, contain links, or have too many files', async () => {
  const outside = execFileSync('tar', ['-czPf', '-', '--transform', 's,^,package/../../,', '-C', '/', 'etc/hostname'])
  const link = await pack(plugin('1.0.0'), (folder) => symlink('/etc/passwd', join(folder, 'passwd')))
  const many = await pack(plugin('1.0.0'), (folder) =>
    write(folder, Object.fromEntries(Array.from({ length: 5_100 }, (_, index) => [`f${index}`, '']))),
  )
  const versions = { '1.0.0': outside, '1.0.1': link, '1.0.2': many }
  await registry(new Map(Object.entries(versions).map(([version, archive]) => [version, { archive }])))
  const errors = []
  for (const version of Object.keys(versions))
    errors.push((await hermes('plugins', 'install', `npm:@ada/greeter@${version}`)).err)
  expect(errors).toEqual([
    expect.stringContaining('leads out of its folder'),
    expect.stringContaining('is a link'),
    expect.stringContaining('more than 5,000 entries'),
  ])
})

test('installs a commit of a git repository, also from a folder and a tag', async () => {
  const work = join(cli.home, 'work')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', work, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' }).trim()
  await write(join(work, 'plugins/greeter'), plugin('1.0.0'))
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  git('tag', 'v1')
  const first = git('rev-parse', 'HEAD')
  await write(join(work, 'plugins/greeter'), plugin('2.0.0'))
  git('commit', '--quiet', '-am', 'two')
  const bare = join(cli.home, 'bare.git')
  git('clone', '--quiet', '--bare', '.', bare)

  const refused = () => Promise.reject(new Error('nothing is downloaded'))
  const services = { download: refused, registry: refused, clone: cloneRepository(process.env, ['file']) }
  const store = await openPluginStore(cli.home)
  const options = { services, signal: AbortSignal.timeout(20_000) }
  const at = (ref: string) => parsePluginSource(`file://${bare}#${ref}:plugins/greeter`, '/')
  expect((await store.install(at('v1'), options)).installed).toMatchObject({ version: '1.0.0', resolved: first })
  expect((await store.install(at(''), { ...options, replaces: 'greeter' })).installed).toMatchObject({
    version: '2.0.0',
    resolved: git('rev-parse', 'HEAD'),
  })
  expect((await store.install(at(first), { ...options, replaces: 'greeter' })).installed.resolved).toBe(first)
  await expect(store.install(at('v9'), { ...options, replaces: 'greeter' })).rejects.toThrow('at v9')
  // The program itself only clones from other machines.
  expect((await hermes('plugins', 'install', `file://${bare}`)).err).toContain('could not be fetched')
})

test.each([
  ['github:ada/plugins@v2/weather', { url: 'https://github.com/ada/plugins.git', ref: 'v2', inner: 'weather' }],
  ['https://git.example/a.git#feature/x:in/ner', { ref: 'feature/x', inner: 'in/ner' }],
  ['git@git.example:ada/a.git', { type: 'git', ref: undefined }],
  ['https://example.com/a.tgz', { type: 'archive' }],
  ['npm:weather@next', { type: 'npm', name: 'weather', version: 'next' }],
  ['./npm', { type: 'file', source: '/here/npm' }],
])('parses the source %s', (text, parsed) => {
  expect(parsePluginSource(text, '/here')).toMatchObject(parsed)
})
