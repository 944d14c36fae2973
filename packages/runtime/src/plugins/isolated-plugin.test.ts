import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type JsonObject, silentLogger, type ToolContext } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { openIsolatedPlugin } from './isolated-plugin.js'
import { readManifest } from './manifest.js'

/** Returns a plugin whose only tool has this body. */
const withTool = (body: string, rest = '') => `
export default {
  kind: 'plugin', id: 'p',
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: (options, host) => ({
    name: 'p',
    tools: [{ name: 'p_do', description: 'Does it.', parameters: { type: 'object', properties: {} }, toolset: 'p',
      effect: 'read', concurrency: 'safe', run: async (args, context) => { ${body} } }],
    ${rest}
  }),
}`

interface Setup {
  readonly capabilities?: string
  readonly settings?: JsonObject
  readonly variables?: Readonly<Record<string, string>>
  readonly limits?: { readonly toolMs?: number; readonly callMs?: number; readonly memoryBytes?: number }
}

async function open(source: string, { capabilities = 'tools: [p_do]', ...setup }: Setup = {}) {
  const folder = join(await tempFolder(), 'p')
  await mkdir(folder)
  await writeFile(join(folder, 'index.mjs'), source)
  const manifest = `name: p\nversion: 1.0.0\nmain: index.mjs\ncapabilities: { ${capabilities} }\n`
  await writeFile(join(folder, 'plugin.yaml'), manifest)
  const read = await readManifest(folder)
  if (!read) throw new Error('it has no manifest')
  const plugin = await openIsolatedPlugin({
    folder,
    manifest: read,
    settings: {},
    variables: {},
    fetch: globalThis.fetch,
    logger: silentLogger,
    ...setup,
  })
  onTestFinished(() => plugin[Symbol.asyncDispose]())
  return { plugin, folder }
}

const context = (signal = new AbortController().signal): ToolContext => ({
  callId: 'c',
  sessionId: 's',
  taskId: 't',
  signal,
  report: () => undefined,
})

async function run(source: string, setup: Setup = {}) {
  const { plugin } = await open(source, setup)
  const output = await plugin.tools?.[0]?.run({}, context())
  return typeof output === 'string' ? output : output?.content
}

test('runs tools, sections, hooks and commands of another process', async () => {
  const { plugin } = await open(
    withTool(
      'context.report("on it"); return options.greeting + " " + args.name + " " + context.sessionId',
      `promptSections: [{ id: 'manners', content: ({ model }) => 'Be polite to ' + model }],
       hooks: { pre_tool_call: ({ args }) => args.stop ? { action: 'block', reason: 'no' } : undefined },
       commands: [{ name: 'bow', description: 'bow', beginsWork: true, run: async (args) => 'You bow to ' + args }],`,
    ),
    {
      capabilities: 'tools: [p_do], hooks: [pre_tool_call], commands: [bow], prompt: true',
      settings: { greeting: 'hello' },
    },
  )
  const reports: string[] = []
  const call = { ...context(), report: (text: string) => void reports.push(text) }
  expect(await plugin.tools?.[0]?.run({ name: 'Ada' }, call)).toEqual({ content: 'hello Ada s' })
  expect(reports).toEqual(['on it'])
  const content = plugin.promptSections?.[0]?.content
  expect(
    typeof content === 'function' && (await content({ sessionId: 's', source: 'cli', model: 'm', tools: [] })),
  ).toBe('Be polite to m')
  const event = {
    sessionId: 's',
    call: { id: 'c', type: 'function', function: { name: 'x', arguments: '{}' } },
  } as const
  expect(await plugin.hooks?.pre_tool_call?.({ ...event, args: { stop: true } })).toEqual({
    action: 'block',
    reason: 'no',
  })
  expect(await plugin.hooks?.pre_tool_call?.({ ...event, args: {} })).toBeUndefined()
  const slash = { sessionId: 's', signal: call.signal, report: call.report }
  expect(await plugin.commands?.[0]?.run('Ada', slash)).toBe('You bow to Ada')
  expect(plugin.commands?.[0]?.beginsWork).toBe(true)
})

test.each([
  ['files', `return (await import('node:fs')).readFileSync('/etc/hostname', 'utf8')`, /Access to this API/],
  [
    'writing its own folder',
    `(await import('node:fs')).writeFileSync(new URL('x', import.meta.url), 'x')`,
    /Access to this API/,
  ],
  [
    'programs',
    `return String((await import('node:child_process')).execSync('id'))`,
    /may not use "node:child_process"/,
  ],
  ['threads', `new (await import('worker_threads')).Worker('1', { eval: true })`, /may not use "worker_threads"/],
  ['connections', `(await import('node:net')).connect(80, '127.0.0.1')`, /may not use "node:net"/],
  ['web requests', `(await import('node:https')).get('https://127.0.0.1')`, /may not use "node:https"/],
  ['global fetch', `return String(await fetch('http://127.0.0.1'))`, /fetch is not defined/],
  ['fetch of the host', `return String(await host.fetch('http://127.0.0.1'))`, /asked for "network"/],
  ['built-in modules', `process.getBuiltinModule('net').connect(80)`, /may not use "net"/],
  ['require', `(await import('node:module')).createRequire('/')('net')`, /may not use "node:module"/],
  ['variables of the host', `return host.variables.HOME`, /asked for "variables"/],
  ['the store', `return String(host.store)`, /asked for "store"/],
])('refuses %s that the manifest does not declare', async (_, body, problem) => {
  await expect(run(withTool(body))).rejects.toMatchObject({
    code: 'plugin/process',
    message: expect.stringMatching(problem),
  })
})

test("passes none of the program's variables to the plugin", async () => {
  expect(
    await run(withTool(`return Object.keys(process.env).filter((name) => !name.startsWith('NODE_CH')).join()`)),
  ).toBe('')
})

test('provides the variables, files and hosts that the manifest declares', async () => {
  const server = createServer((_, response) => response.end('from the server')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const shared = await tempFolder()
  await writeFile(join(shared, 'a.txt'), 'from the file')
  const body = `
    const { readFileSync } = await import('node:fs')
    const page = await (await host.fetch('http://127.0.0.1:${port}/')).text()
    const other = await host.fetch('http://localhost:${port}/').catch((error) => error.message)
    return [host.variables.KEY, host.variables.OTHER, readFileSync('${shared}/a.txt', 'utf8'), page, other].join('|')`
  const text = await run(withTool(body), {
    capabilities: `tools: [p_do], variables: [KEY], network: ["127.0.0.1"], files: { read: [${shared}] }`,
    variables: { KEY: 'k', OTHER: 'o' },
  })
  expect(text).toMatch(/^k\|\|from the file\|from the server\|The plugin p may not reach localhost:\d+: its manifest/)
})

test.each([
  ['a tool', 'tools: []', '', /brings the tool p_do/],
  ['a hook', 'tools: [p_do]', 'hooks: { pre_tool_call: () => undefined },', /brings the hook pre_tool_call/],
  [
    'a command',
    'tools: [p_do]',
    `commands: [{ name: 'x', description: 'x', run: async () => '' }],`,
    /brings the command x/,
  ],
  [
    'a section',
    'tools: [p_do]',
    `promptSections: [{ id: 'x', content: 'x' }],`,
    /brings sections of the system prompt/,
  ],
])('does not start with %s that the manifest does not declare', async (_, capabilities, rest, problem) => {
  await expect(open(withTool('', rest), { capabilities })).rejects.toMatchObject({
    code: 'plugin/capability',
    message: expect.stringMatching(problem),
  })
})

test('reports an error of the plugin as an error of the call', async () => {
  await expect(run(withTool('throw new Error("no luck")'))).rejects.toThrow('The plugin p failed: no luck.')
  await expect(open('throw new Error("at import")')).rejects.toThrow(/at import/)
})

test('ends a plugin that hangs, and restarts it for the next call', async () => {
  const { plugin } = await open(withTool('if (args.hang) for (;;); return "pid " + process.pid'), {
    limits: { toolMs: 700 },
  })
  const call = (args: JsonObject) => plugin.tools?.[0]?.run(args, context())
  const before = await call({})
  await expect(call({ hang: true })).rejects.toThrow('did not answer within 0.7 s and was ended')
  expect(await call({})).not.toEqual(before)
})

test('gives up on a plugin that ends repeatedly', async () => {
  const { plugin } = await open(withTool('process.exit(1)'))
  const call = () => plugin.tools?.[0]?.run({}, context())
  for (let round = 0; round < 4; round++) await expect(call()).rejects.toThrow(/ended \(code 1\)/)
  await expect(call()).rejects.toThrow('ended 4 times and is not started again')
})

test.runIf(process.platform === 'linux')('ends a plugin that leaks memory', async () => {
  const body = `const held = []; for (;;) { held.push(Buffer.alloc(8 * 2 ** 20, 1)); await new Promise((go) => setTimeout(go, 5)) }`
  await expect(run(withTool(body), { limits: { memoryBytes: 200 * 2 ** 20 } })).rejects.toThrow(
    'used more than 200 MB of memory',
  )
})

test('passes an interrupt to the plugin', async () => {
  const { plugin } = await open(
    withTool('await new Promise((_, fail) => context.signal.addEventListener("abort", fail))'),
  )
  const control = new AbortController()
  const running = plugin.tools?.[0]?.run({}, context(control.signal))
  setTimeout(() => control.abort(new Error('enough')), 50)
  await expect(running).rejects.toThrow('enough')
})
