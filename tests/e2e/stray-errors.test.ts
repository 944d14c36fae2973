import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from './hermes.js'

const standIn = { HERMES_PROVIDER: 'offline', API_SERVER_KEY: 'test-key' }

/** Creates a home with one plugin or network, whose module has this body. */
function sandboxWith(kind: 'plugin' | 'platform', create: string, validate = '(value) => ({ value })') {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome(
    'own.mjs',
    `export default {
  kind: '${kind}', id: 'own',
  options: { '~standard': { version: 1, vendor: 'test', validate: ${validate} } },
  create: () => ${create},
}
`,
  )
  const settings = kind === 'plugin' ? 'plugins: [{ use: ./own.mjs }]' : 'platforms: { own: { use: ./own.mjs } }'
  sandbox.writeHome('config.yaml', `${settings}\n`)
  return sandbox
}

const adapter = (body: string) => `({
    id: 'own', limits: { text: { max: 100, unit: 'utf16' }, formatting: 'plain', streaming: 'final' },
    async *receive({ signal }) {
      ${body}
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
    send: async ({ chatId }) => ({ chatId, messageId: 'm' }),
    [Symbol.asyncDispose]: async () => undefined,
  })`

test.each([
  ['a rejection', `Promise.reject(new Error('no luck today'))`],
  ['an exception of a timer', `setTimeout(() => { throw new Error('no luck today') })`],
])('%s of a plugin ends a one-shot with one sentence that names its location', async (_, body) => {
  const hooks = `{ pre_llm_call: () => { ${body}; return new Promise((go) => setTimeout(go, 5_000)) } }`
  const sandbox = sandboxWith('plugin', `({ name: 'own', hooks: ${hooks} })`)
  const { code, stdout, stderr } = await sandbox.run(['-z', 'hello', '--quiet'], { env: standIn })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    /^hermes: Code outside of Hermes failed where nothing could catch it: no luck today \(.*own\.mjs:\d+:\d+\)\.$/m,
  )
  expect(stderr).not.toContain('    at ')
})

test('a start that waits for something that can never answer is not a success', async () => {
  const sandbox = sandboxWith('plugin', `({ name: 'own' })`, '() => new Promise(() => undefined)')
  const { code, stdout, stderr } = await sandbox.run(['-z', 'hello', '--quiet'], { env: standIn })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('hermes: The work ended before it was done')
})

test('reports a rejection of an adapter, and the gateway continues', async () => {
  const sandbox = sandboxWith('platform', adapter(`Promise.reject(new Error('no luck today'))`))
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: standIn })
  onTestFinished(() => void gateway.process.kill('SIGKILL'))
  await gateway.prints(/no luck today \(.*own\.mjs:\d+:\d+\)\. The gateway goes on\./, 'stderr')
  const [, url] = await gateway.prints(/Hermes gateway: (\S+)\/v1/)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  gateway.process.kill('SIGTERM')
  expect((await gateway.ended).code).toBe(0)
  expect(sandbox.readHome('logs/agent.log')).toContain('own.mjs')
})

test('an uncaught exception stops the gateway in order, with a code that makes it start again', async () => {
  const sandbox = sandboxWith('platform', adapter(`setTimeout(() => { throw new Error('no luck today') })`))
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: standIn })
  onTestFinished(() => void gateway.process.kill('SIGKILL'))
  const { code, stderr } = await gateway.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/no luck today \(.*own\.mjs:\d+:\d+\)\. The gateway stops\./)
  expect(stderr).not.toContain('node:internal')
})
