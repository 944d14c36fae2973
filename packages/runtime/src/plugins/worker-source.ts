/**
 * The program of a plugin's process. It is passed as a text, so that the process only needs to read the folder of the plugin.
 *
 * Node's permission model refuses files, processes, threads and native code. It does not cover the network, so this program refuses the
 * modules that open connections. `host.fetch` asks the parent process, which checks the host.
 */
export const workerSource = `
import { registerHooks } from 'node:module'

const refused = new Set(['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'quic', 'child_process', 'cluster',
  'worker_threads', 'inspector', 'module', 'vm', 'v8', 'repl', 'wasi'])
const mayStart = process.env.HERMES_PLUGIN_PROCESSES === '1'
if (mayStart) refused.delete('child_process')
delete process.env.HERMES_PLUGIN_PROCESSES
const refuse = (name) => {
  throw new Error('The plugin may not use "' + name + '": its manifest does not declare it, or no plugin may.')
}
registerHooks({
  resolve(specifier, context, next) {
    const name = specifier.replace(/^node:/, '').split('/')[0]
    return refused.has(name) ? refuse(specifier) : next(specifier, context)
  },
})
process.getBuiltinModule = refuse
process.binding = refuse
for (const name of ['fetch', 'WebSocket', 'EventSource']) delete globalThis[name]

const send = process.send.bind(process)
const running = new Map()
const waiting = new Map()
let number = 0
let plugin = { tools: [], promptSections: [], hooks: {}, commands: [] }

const ask = (type, data) => new Promise((resolve, reject) => {
  const id = 'c' + ++number
  waiting.set(id, { resolve, reject })
  send({ type, id, ...data })
})

async function fetchByParent(input, init = {}) {
  const request = new Request(input, init)
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer()).toString('base64')
  const answer = await ask('fetch', { url: request.url, method: request.method, headers: [...request.headers], body })
  const bytes = Buffer.from(answer.body, 'base64')
  const hasBody = ![101, 204, 205, 304].includes(answer.status)
  return new Response(hasBody ? bytes : null, { status: answer.status, headers: answer.headers })
}

async function start({ url, options, variables, has }) {
  const { default: extension } = await import(url)
  if (extension?.kind !== 'plugin' || typeof extension.create !== 'function') {
    throw new Error('Its default export does not come from definePlugin().')
  }
  const parsed = await extension.options['~standard'].validate(options)
  if (parsed.issues) throw new Error('It rejects its settings: ' + (parsed.issues[0]?.message ?? 'no reason given'))
  const absent = (name) => { throw new Error('The plugin asked for "' + name + '", which its manifest does not declare.') }
  const host = {
    logger: { log: (level, message) => send({ type: 'log', level: String(level), message: String(message) }) },
    redact: (text) => text,
    now: () => Date.now(),
    get fetch() { return has.network ? fetchByParent : absent('network') },
    get variables() { return has.variables ? variables : absent('variables') },
    get environment() { return absent('environment') },
    get folders() { return absent('home') },
    get questions() { return absent('questions') },
    get store() { return absent('store') },
    auxiliary: () => absent('models'),
  }
  const created = await extension.create(parsed.value, host)
  plugin = { tools: [], promptSections: [], hooks: {}, commands: [], ...created }
  return {
    tools: plugin.tools.map(({ name, description, parameters, toolset, effect, concurrency, changesFiles, guidance }) => ({
      name, description, parameters, toolset, effect, guidance,
      concurrency: concurrency === 'safe' ? 'safe' : 'never',
      changesFiles: typeof changesFiles === 'function' ? true : changesFiles,
    })),
    promptSections: plugin.promptSections.map(({ id, stability }) => ({ id, stability })),
    hooks: Object.keys(plugin.hooks),
    commands: plugin.commands.map(({ name, aliases, usage, description, whileRunning, isDestructive, beginsWork }) =>
      ({ name, aliases, usage, description, whileRunning, isDestructive, beginsWork })),
  }
}

const find = (list, key, value) => list.find((each) => each[key] === value) ?? refuse(value)

const work = {
  start,
  ping: () => 'pong',
  async tool({ name, args, context }, extra) {
    const tool = find(plugin.tools, 'name', name)
    let value = args
    if (tool.schema) {
      const parsed = await tool.schema['~standard'].validate(args)
      if (parsed.issues) throw new Error('The arguments do not fit: ' + parsed.issues[0]?.message)
      value = parsed.value
    }
    return tool.run(value, { ...context, ...extra })
  },
  section({ id, context }) {
    const { content } = find(plugin.promptSections, 'id', id)
    return typeof content === 'function' ? content(context) : content
  },
  hook: ({ name, event }) => plugin.hooks[name]?.(event),
  command: ({ name, args, context }, extra) => find(plugin.commands, 'name', name).run(args, { ...context, ...extra }),
}

process.on('message', async (message) => {
  const { type, id } = message
  if (type === 'abort') return running.get(id)?.abort()
  if (type === 'reply') {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    return message.error === undefined ? resolve?.(message.value) : reject?.(new Error(message.error))
  }
  const control = new AbortController()
  running.set(id, control)
  try {
    const extra = { signal: control.signal, report: (text) => send({ type: 'report', id, text: String(text) }) }
    send({ type: 'done', id, value: await work[type](message.data, extra) })
  } catch (error) {
    send({ type: 'failed', id, error: String(error?.message ?? error), code: error?.code })
  } finally {
    running.delete(id)
  }
})
process.on('disconnect', () => process.exit(0))
`
