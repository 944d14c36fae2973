import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../testing/open-host.js'
import { tempFolder, tempHome } from '../testing/temp-home.js'
import type { ConfigChange } from './config/live/config-change.js'
import { writePlan } from './home/restore/index.js'

async function serve(...script: NonNullable<Parameters<typeof startFakeProvider>[0]>['script'] & readonly unknown[]) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  return provider
}

const configOf = (baseUrl: string, rest = '') =>
  `model: { provider: custom, base_url: "${baseUrl}", default: large, context_length: 100000 }\n${rest}`

test('gives the surfaces of a host separate folders and a shared store', async () => {
  const provider = await serve(
    call('terminal', { command: 'pwd' }),
    text('One.'),
    call('terminal', { command: 'pwd' }),
    text('Two.'),
  )
  const { host, open } = await testHost({ paths: await tempHome({ config: configOf(provider.baseUrl) }) })
  const [here, there] = [await tempFolder(), await tempFolder()]
  const one = await open({ source: 'acp' }, here)
  const two = await open({ source: 'acp' }, there)
  expect(one.store).toBe(two.store)
  const first = await one.agent.run('where?').result
  const second = await two.agent.run('where?').result
  expect(JSON.stringify(first.messages)).toContain(here)
  expect(JSON.stringify(second.messages)).toContain(there)
  expect(await host.store.sessions.get(first.sessionId)).toBeDefined()
  expect(await two.store.sessions.get(first.sessionId)).toBeDefined()
})

test('keeps the store open when a surface closes, and closes it with the host', async () => {
  const { host, open } = await testHost()
  const surface = await open()
  await surface[Symbol.asyncDispose]()
  expect(await host.store.sessions.find()).toEqual([])
  await host[Symbol.asyncDispose]()
  await expect(host.store.sessions.find()).rejects.toThrow()
})

test('leaves no store open when it rejects the settings', async () => {
  const paths = await tempHome({ config: 'toolsets: [fiel]\n' })
  const { host, open } = await testHost({ paths })
  await expect(open()).rejects.toSatisfy(ConfigError.is)
  await host[Symbol.asyncDispose]()
})

const withoutKey = 'model: { provider: openrouter, default: some/model }\n'

test('opens a surface with its own model when the configured model has no key', async () => {
  const provider = await serve(text('Here.'))
  const { open } = await testHost({ paths: await tempHome({ config: withoutKey }) })
  await expect(open()).rejects.toThrow(/OPENROUTER_API_KEY/)
  const reference = { provider: 'custom', model: 'own', baseUrl: provider.baseUrl, contextWindow: 9_000 }
  const surface = await open({}, undefined, reference)
  expect(surface.model).toMatchObject({ provider: 'custom', id: 'own' })
  expect(surface.auxiliary('title_generation')?.model.id).toBe('own')
  expect(await (await surface.agentFor(reference)).agent.chat('hello')).toBe('Here.')
  await expect(surface.agentFor({})).rejects.toThrow(/OPENROUTER_API_KEY/)
})

test("uses the configured model when the surface's model cannot answer", async () => {
  const provider = await serve(text('Here.'))
  const paths = await tempHome({ config: configOf(provider.baseUrl) })
  const surface = await (await testHost({ paths })).open({}, undefined, { provider: 'openrouter', model: 'some/model' })
  expect(surface.model).toMatchObject({ provider: 'custom', id: 'large' })
})

test("follows changed settings when the surface's model was the configured one", async () => {
  const [before, after] = [await serve(), await serve()]
  const paths = await tempHome({ config: configOf(before.baseUrl) })
  const reference = { provider: 'custom', model: 'large', baseUrl: before.baseUrl, contextWindow: 100_000 }
  const surface = await (await testHost({ paths })).open({}, undefined, reference)
  await replace(paths.config, configOf(after.baseUrl))
  await surface.agentFor({})
  expect(surface.model.baseUrl).toBe(after.baseUrl)
})

test('completes an interrupted restore before anything is read', async () => {
  const paths = await tempHome({ config: 'agent: { max_turns: 1 }\n' })
  const staged = join(paths.home, '.restore/home')
  await mkdir(staged, { recursive: true })
  await writeFile(join(staged, 'config.yaml'), 'agent: { max_turns: 7 }\n')
  await writePlan(paths.home, { units: ['config.yaml'], stores: [], kept: join(paths.home, 'backups/before') })
  const { host } = await testHost({ paths })
  expect(host.config.agent.max_turns).toBe(7)
  expect(await readFile(paths.config, 'utf8')).toContain('7')
})

/** Replaces a file the way an editor does. */
async function replace(path: string, content: string) {
  await writeFile(`${path}.new`, content, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

test('applies changed settings to the next turn and keeps the old ones for a running turn', async () => {
  const before = await serve(call('terminal', { command: 'until [ -e go ]; do sleep 0.02; done' }), text('Old.'))
  const after = await serve(text('New.'), text('New.'))
  const paths = await tempHome({ config: configOf(before.baseUrl) })
  const { host, open } = await testHost({ paths })
  const changes: ConfigChange[] = []
  const folder = await tempFolder()
  const surface = await open({ onConfigChange: (change) => changes.push(change) }, folder)

  const running = (await surface.agentFor({})).agent.run('wait')
  await before.request(1)
  await replace(paths.config, configOf(after.baseUrl, 'agent: { max_turns: 5 }\n'))
  const { agent } = await surface.agentFor({})
  expect(await agent.chat('hello')).toBe('New.')
  await writeFile(join(folder, 'go'), '')
  expect((await running.result).finalResponse).toBe('Old.')
  expect(changes).toEqual([
    {
      status: 'applied',
      paths: expect.arrayContaining(['model.base_url', 'agent.max_turns']),
      variables: [],
      needRestart: [],
    },
  ])
  expect(host.config.agent.max_turns).toBe(5)
  expect(surface.config.agent.max_turns).toBe(5)
  expect(await surface.agent.chat('hello again')).toBe('New.')
})

test('keeps the settings when a file becomes invalid and reports it once', async () => {
  const provider = await serve(text('Still here.'))
  const paths = await tempHome({ config: configOf(provider.baseUrl) })
  const { open } = await testHost({ paths })
  const changes: ConfigChange[] = []
  const surface = await open({ onConfigChange: (change) => changes.push(change) })
  const { agent } = await surface.agentFor({})
  await replace(paths.config, 'model: [\n')
  expect((await surface.agentFor({})).agent).toBe(agent)
  expect((await surface.agentFor({})).agent).toBe(agent)
  expect(changes).toEqual([{ status: 'refused', error: expect.objectContaining({ code: 'config/invalid' }) }])
  await replace(paths.config, configOf(provider.baseUrl, 'toolsets: [fiel]\n'))
  await surface.agentFor({})
  expect((await surface.agentFor({})).agent).toBe(agent)
  expect(changes.slice(1)).toEqual([{ status: 'refused', error: expect.objectContaining({ path: 'toolsets' }) }])
  expect(await agent.chat('there?')).toBe('Still here.')
})

test.each([
  ['a broken file', 'model: [\n'],
  ['a missing key', 'model: { provider: openrouter, default: m }\n'],
])('reports once that the settings are valid again after %s', async (_, broken) => {
  const provider = await serve()
  const paths = await tempHome({ config: configOf(provider.baseUrl) })
  const { open } = await testHost({ paths })
  const changes: ConfigChange[] = []
  const surface = await open({ onConfigChange: (change) => changes.push(change) })
  await replace(paths.config, broken)
  await surface.agentFor({})
  await replace(paths.config, configOf(provider.baseUrl))
  await surface.agentFor({})
  await surface.agentFor({})
  expect(changes).toEqual([{ status: 'refused', error: expect.anything() }, { status: 'repaired' }])
  await replace(paths.config, broken)
  expect(await surface.reload()).toMatchObject({ status: 'refused' })
  await replace(paths.config, configOf(provider.baseUrl))
  expect(await surface.reload()).toEqual({ status: 'repaired' })
})

test('returns changed and invalid settings from a reload instead of reporting them', async () => {
  const provider = await serve(text('Yes.'))
  const paths = await tempHome({ config: configOf(provider.baseUrl) })
  const { open } = await testHost({ paths })
  const changes: ConfigChange[] = []
  const surface = await open({ onConfigChange: (change) => changes.push(change) })
  expect(await surface.reload()).toBeUndefined()
  await replace(paths.config, configOf(provider.baseUrl, 'agent: { max_turns: 5 }\n'))
  expect(await surface.reload()).toMatchObject({ status: 'applied', paths: ['agent.max_turns'] })
  expect(surface.config.agent.max_turns).toBe(5)
  await replace(paths.config, 'model: [\n')
  expect(await surface.reload()).toMatchObject({ status: 'refused', error: { code: 'config/invalid' } })
  expect(surface.config.agent.max_turns).toBe(5)
  expect(changes).toEqual([])
})

test('reports settings that need a restart and applies a new key immediately', async () => {
  const provider = await serve(text('Yes.'))
  const paths = await tempHome({ config: configOf(provider.baseUrl), env: 'CUSTOM_API_KEY=old-secret-key\n' })
  const { open } = await testHost({ paths })
  const changes: ConfigChange[] = []
  const surface = await open({ onConfigChange: (change) => changes.push(change) })
  await replace(
    paths.config,
    configOf(provider.baseUrl, 'database: { url: "postgres://localhost/x" }\nweb: { timeout: 5 }\n'),
  )
  await replace(paths.env, 'CUSTOM_API_KEY=new-secret-key\n')
  await surface.agentFor({})
  expect(changes).toEqual([
    {
      status: 'applied',
      paths: expect.arrayContaining(['database.url', 'web.timeout']),
      variables: ['CUSTOM_API_KEY'],
      needRestart: ['database.url'],
    },
  ])
})

test('reuses features whose settings have not changed', async () => {
  const provider = await serve()
  const paths = await tempHome({ config: configOf(provider.baseUrl) })
  const { open } = await testHost({ paths })
  const surface = await open()
  const find = (name: string) => surface.describeFeatures().find((feature) => feature.name === name)
  const [files, web] = [find('files')?.costMs, find('web')?.costMs]
  await replace(paths.config, configOf(provider.baseUrl, 'web: { timeout: 5 }\ndisabled_features: [vision]\n'))
  await surface.agentFor({})
  // A reused feature is not measured again.
  expect(find('files')?.costMs).toBe(files)
  expect(find('web')?.costMs).not.toBe(web)
  expect(find('vision')).toMatchObject({ state: 'off', tools: [] })
})
