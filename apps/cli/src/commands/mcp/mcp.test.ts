import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configSchema } from '@hermes/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'
import { catalog } from './catalog/servers.js'

const fakeServer = fileURLToPath(new URL('../../../../../packages/mcp/testing/fake-server.mjs', import.meta.url))
const cli = cliInHome()
const add = (...more: readonly string[]) =>
  cli.hermes('mcp', 'add', 'fake', ...more, '--', process.execPath, fakeServer, '--an-option')

test('adds a server, and asks about its tools', async () => {
  expect((await cli.hermes('mcp', 'list')).err).toContain('There are no MCP servers yet')
  const added = await add()
  expect(added).toMatchObject({ code: 0 })
  expect(added.err).toMatch(
    /Added fake to .*config\.yaml\.\nConnected: \d+ tools\.\nTo agree to what it offers: hermes mcp configure fake/,
  )
  expect(await readFile(join(cli.home, 'config.yaml'), 'utf8')).toContain('--an-option')
  expect((await cli.hermes('mcp', 'test', 'fake')).out).toContain('mcp_fake_echo  (not agreed to yet)  Repeats a text.')
  expect((await cli.hermes('mcp', 'list')).out).toMatch(/^fake {2}.* tools, \d+ to review: hermes mcp configure fake$/m)
  const refused = await cli.hermes('mcp', 'configure', 'fake')
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.err).toContain('Parameters: {"properties":{"text"')
  expect(await cli.hermes('mcp', 'configure', 'fake', '--yes')).toMatchObject({ code: 0 })
  expect(JSON.parse((await cli.hermes('mcp', 'test', 'fake', '--json')).out)).toContainEqual({
    kind: 'tool',
    name: 'mcp_fake_echo',
    description: 'Repeats a text.',
    status: 'approved',
  })
  expect(JSON.parse((await cli.hermes('mcp', 'list', '--json')).out)).toMatchObject([{ name: 'fake', toReview: 0 }])
})

test('adds a server of the catalog by name', async () => {
  const found = await cli.hermes('mcp', 'catalog', 'Search')
  expect(found.out).toMatch(/^brave-search {2}Web, news and image search \(needs BRAVE_API_KEY\)$/m)
  expect(found.out).not.toContain('playwright')
  expect((await cli.hermes('mcp', 'catalog', 'nonsense')).err).toContain('No server of the catalog fits')
  const missing = await cli.hermes('mcp', 'add', 'brave-search')
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('hermes config set BRAVE_API_KEY') })

  // Stands in for what npx would download. A program in the working folder would not be used.
  const bin = await mkdtemp(join(tmpdir(), 'hermes-npx-'))
  onTestFinished(() => rm(bin, { recursive: true }))
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nexec ${process.execPath} ${fakeServer}\n`, { mode: 0o755 })
  await writeFile(join(cli.home, 'config.yaml'), 'security: { check_packages: false }\n')
  await writeFile(join(cli.home, '.env'), `BRAVE_API_KEY=made-up\nPATH=${bin}\n`)
  const added = await cli.hermes('mcp', 'add', 'brave-search', '--yes')
  expect(added).toMatchObject({ code: 0, err: expect.stringContaining('Connected:') })
  const config = await readFile(join(cli.home, 'config.yaml'), 'utf8')
  expect(config).toContain('@brave/brave-search-mcp-server')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the file contains
  expect(config).toContain('${BRAVE_API_KEY}')
})

test('has valid settings for each server in the catalog', () => {
  const servers = Object.fromEntries(catalog.map(({ name, server }) => [name, server]))
  expect(Object.keys(servers)).toEqual(catalog.map(({ name }) => name).toSorted())
  expect(configSchema.safeParse({ mcp_servers: servers }).error).toBeUndefined()
})

test('removes a server and the agreement to its tools', async () => {
  await add('--yes')
  expect(await readFile(join(cli.home, 'mcp-pins.json'), 'utf8')).toContain('mcp:fake')
  expect(await cli.hermes('mcp', 'remove', 'fake')).toMatchObject({ code: 0 })
  expect(await readFile(join(cli.home, 'mcp-pins.json'), 'utf8')).not.toContain('mcp:fake')
  expect((await cli.hermes('mcp', 'test', 'fake')).err).toContain('There is no MCP server "fake": there are none.')
})

test('keeps a server that does not answer, and says what to do', async () => {
  const { code, err } = await cli.hermes('mcp', 'add', 'gone', '--', '/no/such/program')
  expect(code).toBe(1)
  expect(err).toMatch(/the program "\/no\/such\/program" was not found.*hermes mcp test gone/)
  expect(await cli.hermes('mcp', 'test', 'gone')).toMatchObject({ code: 1 })
})

test.each([[['mcp', 'add', 'x']], [['mcp', 'add', 'x', 'cat', '--url', 'http://127.0.0.1:1/mcp']]])(
  'rejects %j',
  async (args) => {
    expect(await cli.hermes(...args)).toMatchObject({ code: 2 })
  },
)

test('finds the servers of plugins in use', async () => {
  const folder = join(cli.home, 'weather')
  await mkdir(join(folder, '.claude-plugin'), { recursive: true })
  await writeFile(join(folder, '.claude-plugin/plugin.json'), '{ "name": "weather", "version": "1.0.0" }')
  const sky = { command: process.execPath, args: [fakeServer] }
  await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { sky } }))
  await cli.hermes('plugins', 'install', folder)
  expect((await cli.hermes('mcp', 'list')).err).toContain('There are no MCP servers yet')
  await cli.hermes('plugins', 'enable', 'weather')
  expect((await cli.hermes('mcp', 'list')).out).toMatch(/^weather_sky {2}.* never connected, of the plugin weather$/m)
  expect(await cli.hermes('mcp', 'configure', 'weather_sky', '--yes')).toMatchObject({ code: 0 })
  expect((await cli.hermes('mcp', 'test', 'weather_sky')).out).toContain('mcp_weather_sky_echo  Repeats a text.')
  expect((await cli.hermes('mcp', 'login', 'weather_sky')).err).toContain('it needs no login')
  expect(await cli.hermes('mcp', 'remove', 'weather_sky')).toMatchObject({
    code: 1,
    err: expect.stringContaining('hermes plugins disable weather'),
  })
  expect((await cli.hermes('mcp', 'list')).out).not.toContain('to review')
})
