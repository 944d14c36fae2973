import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli

interface Source {
  readonly version?: string
  readonly capabilities?: string
  readonly body?: string
}

/** Creates the folder of an untrusted plugin. */
async function source({
  version = '1.0.0',
  capabilities = 'tools: [greet]',
  body = 'return "hello " + process.pid',
}: Source = {}) {
  const folder = join(cli.home, 'greeter')
  await mkdir(folder, { recursive: true })
  const manifest = `name: greeter\nversion: ${version}\nmain: index.mjs\ncapabilities: { ${capabilities} }\n`
  await writeFile(join(folder, 'plugin.yaml'), manifest)
  await writeFile(
    join(folder, 'index.mjs'),
    `export default {
      kind: 'plugin', id: 'greeter', options: { '~standard': { version: 1, vendor: 'x', validate: (value) => ({ value }) } },
      create: () => ({ name: 'greeter', tools: [{ name: 'greet', description: 'Greets.', parameters: { type: 'object', properties: {} },
        toolset: 'greeting', effect: 'read', concurrency: 'safe', run: async () => { ${body} } }] }),
    }`,
  )
  return folder
}

const config = () => readFile(join(cli.home, 'config.yaml'), 'utf8')

test('installs a plugin without using it, and runs it in a separate process once it is enabled', async () => {
  const installed = await hermes('plugins', 'install', await source())
  expect(installed).toMatchObject({ code: 0, err: expect.stringContaining('hermes plugins enable greeter') })
  expect(installed.out).toMatch(/^Installed greeter 1\.0\.0 \(sha256-.{44}\)\. It may use:\n {2}tools {5}greet\n$/)
  expect((await hermes('plugins', 'list')).out).not.toContain('greeter')
  expect((await hermes('plugins', 'enable', 'greeter')).out).toContain('  tools     greet\n')
  expect((await hermes('plugins', 'list')).out).toMatch(/^Plugins\n {2}✓ greeter +\d+\.\d ms {2}greet$/m)

  const provider = await startFakeProvider({ script: [call('greet', {}), text('Done.')] })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  await writeFile(join(cli.home, 'config.yaml'), `${await config()}${model}`)
  expect(await hermes('-z', 'greet me')).toMatchObject({ code: 0, out: 'Done.\n' })
  const results = JSON.stringify(provider.requests.at(-1)?.body.messages)
  expect(results).toMatch(/hello \d+/)
  expect(results).not.toContain(`hello ${process.pid}`)
})

test('installs an archive packed by npm', async () => {
  const folder = await source()
  const archive = join(cli.home, 'greeter-1.0.0.tgz')
  execFileSync('tar', ['-czf', archive, '--transform', 's,^greeter,package,', '-C', join(folder, '..'), 'greeter'])
  expect((await hermes('plugins', 'install', archive)).out).toContain('Installed greeter 1.0.0')
})

test('does not use a plugin that is disabled or whose files were changed', async () => {
  await hermes('plugins', 'install', await source())
  await hermes('plugins', 'enable', 'greeter')
  await writeFile(join(cli.home, 'plugins', 'greeter', 'extra.mjs'), 'changed')
  expect((await hermes('plugins', 'list')).out).not.toMatch(/✓ greeter +\d+\.\d ms {2}greet/)
  expect(await hermes('plugins', 'doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^✗ greeter 1\.0\.0, enabled: The files of the plugin greeter are not those/),
  })
  expect((await hermes('plugins', 'update', 'greeter')).out).toBe('greeter is up to date.\n')
  expect(await hermes('plugins', 'doctor')).toMatchObject({ code: 0, out: '✓ greeter 1.0.0, enabled\n' })
  await hermes('plugins', 'disable', 'greeter')
  expect((await hermes('plugins', 'list')).out).not.toContain('greeter')
})

test('asks again when an update requires other rights', async () => {
  await hermes('plugins', 'install', await source())
  await hermes('plugins', 'enable', 'greeter')
  await source({ version: '1.1.0' })
  expect((await hermes('plugins', 'update', 'greeter')).out).toBe('Updated greeter to 1.1.0.\n')
  expect(await config()).toContain('greeter')
  await source({ version: '1.2.0', capabilities: 'tools: [greet], network: ["*.example.com"], processes: true' })
  const { out } = await hermes('plugins', 'update', 'greeter')
  expect(out).toContain('+ network   *.example.com\n+ processes starts programs')
  expect(await config()).not.toContain('greeter')
})

test('starts without a plugin that contains undeclared parts', async () => {
  await hermes('plugins', 'install', await source({ capabilities: 'tools: []' }))
  await hermes('plugins', 'enable', 'greeter')
  const { code, out } = await hermes('plugins', 'list')
  expect(code).toBe(0)
  expect(out).toMatch(/^ {2}✗ greeter +\d+\.\d ms {2}failed: .*brings the tool greet/m)
  expect(await hermes('plugins', 'doctor', '--json')).toMatchObject({
    code: 1,
    out: expect.stringContaining('brings the tool greet'),
  })
})

test('removes a plugin and its settings, and rejects what is not a plugin', async () => {
  await hermes('plugins', 'install', await source())
  await hermes('plugins', 'enable', 'greeter')
  expect((await hermes('plugins', 'install', join(cli.home, 'greeter'))).err).toContain('is installed already')
  expect((await hermes('plugins', 'remove', 'greeter')).code).toBe(0)
  expect((await hermes('plugins', 'remove', 'greeter')).code).toBe(1)
  expect(await config()).not.toContain('greeter')
  expect(await hermes('plugins', 'install', cli.home)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no plugin'),
  })
  expect((await hermes('plugins', 'enable', 'greeter')).err).toContain('no installed plugin "greeter"')
})
