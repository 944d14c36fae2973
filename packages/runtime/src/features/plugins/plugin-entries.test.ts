import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { CapabilityError } from '@hermes/core/extension'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempHome } from '../../../testing/temp-home.js'
import { checkConfig } from '../../checks/describe-config.js'

/** Returns a plugin as a package would export it, without dependencies. */
const pluginOf = (create: string, capabilities: readonly string[] = []) => `
import { appendFileSync } from 'node:fs'
const validate = ({ greeting = 'hello' }) => ({ value: { greeting } })
export default {
  kind: 'plugin',
  id: 'greeter',
  capabilities: ${JSON.stringify(capabilities)},
  options: { '~standard': { version: 1, vendor: 'test', validate } },
  create: ${create},
}
`

const greeter = `({ greeting }, host) => ({
  name: 'greeter',
  tools: [{
    name: 'greet', description: 'Greets.', parameters: { type: 'object', properties: {} }, toolset: 'greeting',
    effect: 'read', concurrency: 'safe', run: async () => greeting + ' at ' + new Date(host.now()).getFullYear(),
  }],
  promptSections: [{ id: 'manners', content: 'Be polite.' }],
  hooks: { pre_llm_call: () => 'the hook of a plugin' },
  commands: [{ name: 'bow', description: 'bow to somebody', run: async (args) => 'You bow to ' + args + '.' }],
})`

interface Setup {
  readonly config?: string
  readonly env?: string
}

async function homeWith(plugin: string, { config = 'plugins: [{ use: ./plugin.mjs }]\n', env = '' }: Setup = {}) {
  const provider = await startFakeProvider({ script: [call('greet', {}), text('Done.')] })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  const paths = await tempHome({ config: `${model}${config}`, env })
  await writeFile(join(paths.home, 'plugin.mjs'), plugin)
  return { paths, provider, open: async () => (await testHost({ paths })).open() }
}

test('adds the tools, sections and hooks of a plugin to the agent, with its options', async () => {
  const { open, provider } = await homeWith(pluginOf(greeter), {
    config: 'plugins: [{ use: ./plugin.mjs, greeting: welcome }]\n',
  })
  const runtime = await open()
  const { messages } = await runtime.agent.run('greet me').result
  expect(messages.find(({ role }) => role === 'tool')?.content).toMatch(/^welcome at 2\d{3}$/)
  const body = JSON.stringify(provider.requests[0]?.body)
  for (const part of ['"greet"', 'Be polite.', 'the hook of a plugin']) expect(body).toContain(part)
  expect(runtime.commands().map(({ name }) => name)).toContain('bow')
  expect(runtime.describeFeatures().at(-1)).toEqual({
    kind: 'plugin',
    name: './plugin.mjs',
    summary: '',
    state: 'on',
    tools: ['greet'],
    promptSections: ['manners'],
    hooks: ['pre_llm_call'],
    commands: ['bow'],
    costMs: expect.any(Number),
  })
})

test.each<[string, string]>([
  ['environment', '(_, host) => ({ name: "p", prompt: host.environment.workingDirectory })'],
  ['home', '(_, host) => ({ name: "p", home: host.folders.home })'],
  ['models', '(_, host) => ({ name: "p", model: host.auxiliary("vision") })'],
  ['network', '(_, { fetch }) => ({ name: "p", fetch })'],
  ['questions', '(_, { questions }) => ({ name: "p", questions })'],
  ['store', '(_, { store }) => ({ name: "p", store })'],
  ['variables', '(_, { variables }) => ({ name: "p", variables })'],
])('requires the declared capability "%s"', async (name, create) => {
  const refused = (await homeWith(pluginOf(create))).open()
  await expect(refused).rejects.toSatisfy(CapabilityError.is)
  await expect(refused).rejects.toMatchObject({ plugin: './plugin.mjs', capability: name })
  const runtime = await (await homeWith(pluginOf(create, [name]))).open()
  expect(runtime.describeFeatures().at(-1)).toMatchObject({ kind: 'plugin', state: 'on' })
})

test('disposes a plugin with its surface, and creates it again when its options change', async () => {
  const life = `({ greeting }, { folders }) => {
    const note = (word) => appendFileSync(folders.home + '/life', word + ' ' + greeting + '\\n')
    note('begin')
    return { name: 'life', [Symbol.asyncDispose]: async () => note('end') }
  }`
  const { paths, open } = await homeWith(pluginOf(life, ['home']))
  const runtime = await open()
  const config = (greeting: string) => `plugins: [{ use: ./plugin.mjs, greeting: ${greeting} }]\n`
  for (const greeting of ['two', 'three']) {
    await writeFile(paths.config, config(greeting))
    await runtime.agentFor({})
  }
  await runtime[Symbol.asyncDispose]()
  const life_ = (await readFile(join(paths.home, 'life'), 'utf8')).trim().split('\n')
  expect(life_.slice(0, 4)).toEqual(['begin hello', 'begin two', 'begin three', 'end hello'])
  expect(life_.slice(4).toSorted()).toEqual(['end three', 'end two'])
})

test.each<[string, string, RegExp]>([
  ['is listed twice', 'plugins: [{ use: ./plugin.mjs }, { use: ./plugin.mjs }]\n', /listed twice/],
  ['has no such setting', 'plugins: [{ use: ./plugin.mjs, greting: hi }]\n', /has no setting plugins\.0\.greting/],
  ['is not installed', 'plugins: [{ use: hermes-plugin-foo }]\n', /is not installed/],
])('reports a plugin that %s as a config error, also in the config check', async (_, config, sentence) => {
  const { paths, open } = await homeWith(pluginOf(greeter), { config })
  const opening = open()
  await expect(opening).rejects.toSatisfy(ConfigError.is)
  await expect(opening).rejects.toThrow(sentence)
  const findings = await checkConfig(paths, {})
  expect(findings).toContainEqual(expect.objectContaining({ level: 'error' }))
})

test('rejects a plugin tool whose name is taken', async () => {
  const { open } = await homeWith(pluginOf(greeter.replace("name: 'greet'", "name: 'write_file'")))
  await expect(open()).rejects.toThrow('cannot add a tool "write_file": "files" has a tool of this name')
})

test('names a plugin that throws on start', async () => {
  const { open } = await homeWith(pluginOf('() => { throw new Error("no luck today") }'))
  await expect(open()).rejects.toThrow('The plugin ./plugin.mjs did not start: no luck today')
})

test.each<[string, string, string]>([
  ['returns undefined', '() => undefined', 'what its create() returned is undefined, and no plugin'],
  ['has no name', '() => ({ tools: [] })', 'what its create() returned is a plugin without a name'],
  ['has tools that are no list', '() => ({ name: "p", tools: {} })', 'The plugin "p" has `tools` that are no list'],
  ['has a hook that does not exist', '() => ({ name: "p", hooks: { pre_tool: () => 0 } })', 'has a hook "pre_tool"'],
  ['throws', '() => { throw new Error("no luck") }', 'did not start: no luck'],
  ['uses what it does not declare', '(_, { fetch }) => ({ name: "p", fetch })', 'network'],
])('does not start a plugin that %s, and reports the same in the config check', async (_, create, sentence) => {
  const { paths, open } = await homeWith(pluginOf(create))
  await expect(open()).rejects.toThrow(sentence)
  await expect(open()).rejects.toThrow('./plugin.mjs')
  const [finding, ...others] = await checkConfig(paths, {})
  expect(others).toEqual([])
  expect(finding).toMatchObject({ level: 'error', path: 'plugins.0', text: expect.stringContaining(sentence) })
  expect(finding?.text).toContain('./plugin.mjs')
})

test('rejects two plugins with one name, and one with the name of a feature', async () => {
  const { paths, open } = await homeWith(pluginOf('() => ({ name: "p" })'), {
    config: 'plugins: [{ use: ./plugin.mjs }, { use: ./other.mjs }]\n',
  })
  await writeFile(join(paths.home, 'other.mjs'), pluginOf('() => ({ name: "p" })'))
  const sentence = 'The plugin ./other.mjs has the name "p", which the plugin ./plugin.mjs has already'
  await expect(open()).rejects.toThrow(sentence)
  expect(await checkConfig(paths, {})).toMatchObject([
    { level: 'error', path: 'plugins.1', text: expect.stringContaining(sentence) },
  ])
  const feature = await homeWith(pluginOf('() => ({ name: "files" })'))
  await expect(feature.open()).rejects.toThrow('has the name "files", which the feature files has already')
})

test('skips a plugin in the config check if it starts with parts of a conversation, and disposes the others', async () => {
  const asks = await homeWith(pluginOf('(_, { store }) => ({ name: store.name })', ['store']))
  expect(await checkConfig(asks.paths, {})).toEqual([])
  const create = `(_, { folders, fetch, variables }) => ({
    name: variables.NAME,
    [Symbol.asyncDispose]: async () => appendFileSync(folders.home + '/life', 'end'),
  })`
  const { paths } = await homeWith(pluginOf(create, ['home', 'network', 'variables']), { env: 'NAME=p\n' })
  expect(await checkConfig(paths, {})).toEqual([])
  expect(await readFile(join(paths.home, 'life'), 'utf8')).toBe('end')
})

test('limits the sections of a plugin, which share their room', async () => {
  const create = `() => ({
    name: 'p',
    promptSections: [
      { id: 'long', content: 'x'.repeat(9_000) },
      ...Array.from({ length: 40 }, (_, index) => ({ id: 's' + index, content: () => 'section-' + index + '.' + 'y'.repeat(1_000) })),
    ],
  })`
  const { open, provider } = await homeWith(pluginOf(create))
  await (await open()).agent.run('hello').result
  const body = JSON.stringify(provider.requests[0]?.body)
  expect(body.match(/x{100,}/)?.[0]).toHaveLength(250)
  expect(body).toContain('section-30.')
  expect(body).not.toContain('section-31.')
})
