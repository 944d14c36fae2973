import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOwner } from '@hermes/core/environment'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLocalEnvironment } from '../local/local-environment.js'
import { createSandbox } from '../sandbox/create-sandbox.js'
import type { NetworkAccess } from '../sandbox/namespaces/sandbox-network.js'
import { probeSandbox } from '../sandbox/probe-sandbox.js'
import { withSandbox } from '../sandbox/with-sandbox.js'
import type { EgressTarget } from './admission.js'

/** Programs without dependencies that each use one proxy protocol and print the status of the answer. */
const clients = {
  http: `
    const proxy = new URL(process.env.HTTP_PROXY)
    require('node:http').get({ host: proxy.hostname, port: proxy.port, path: URL, headers: { host: HOST } },
      (answer) => { answer.on('data', (data) => process.stdout.write(String(data))); process.stdout.write(answer.statusCode + ' ') })`,
  connect: `
    const proxy = new URL(process.env.HTTPS_PROXY)
    require('node:http').request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: HOST })
      .on('connect', (answer, socket, head) => {
        process.stdout.write(answer.statusCode + ' ' + head)
        socket.on('data', (data) => process.stdout.write(String(data).split('\\r\\n\\r\\n').at(-1)))
        if (answer.statusCode === 200) socket.write('GET / HTTP/1.0\\r\\n\\r\\n')
      }).end()`,
  socks: `
    const proxy = new URL(process.env.ALL_PROXY)
    const [host, port] = HOST.split(':')
    const socket = require('node:net').connect(proxy.port, proxy.hostname)
    const steps = [
      () => socket.write(Buffer.from([5, 0, 0, 3, host.length, ...Buffer.from(host), port >> 8, port & 255].with(1, 1))),
      (data) => { process.stdout.write(data[1] + ' '); if (data[1] === 0) socket.write('GET / HTTP/1.0\\r\\n\\r\\n') },
      (data) => process.stdout.write(String(data).split('\\r\\n\\r\\n').at(-1)),
    ]
    socket.on('data', (data) => (steps.shift() ?? (() => {}))(data))
    socket.write(Buffer.from([5, 1, 0]))`,
} as const

describe.each(['bubblewrap', 'unshare'] as const)('in %s', { timeout: 60_000 }, async (holder) => {
  const probed = await probeSandbox({ holders: [holder] })
  const title = probed.status === 'available' ? 'a command' : `skipped: ${probed.reason}`

  describe.skipIf(probed.status === 'unavailable')(title, () => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'hermes-egress-'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    function open(accessOf: (owner?: CommandOwner) => NetworkAccess = () => 'proxied') {
      if (probed.status === 'unavailable') throw new Error(probed.reason)
      const asked: (EgressTarget & { readonly by: string | undefined })[] = []
      const sandbox = createSandbox(probed, {
        policy: { workspaces: [folder], network: 'none' },
        network: {
          accessOf,
          async admit(target, owner) {
            asked.push({ ...target, by: owner?.command })
            return target.host === 'good.example' ? { addresses: ['127.0.0.1'] } : { refused: `Not ${target.host}.` }
          },
        },
        stateFolder: `${folder}/.state`,
      })
      const local = createLocalEnvironment({ workingDirectory: folder, variables: process.env, sandbox })
      const environment = withSandbox(local, sandbox)
      onTestFinished(() => environment[Symbol.asyncDispose]())
      async function run(command: string, conversation = 'one') {
        const request = { command, owner: { conversation, command: command.slice(0, 20) } }
        const running = await environment.spawn(request, { signal: AbortSignal.timeout(30_000) })
        let text = ''
        for await (const { data } of running.output) text += Buffer.from(data).toString()
        return { text, notices: running.notices?.(), ...(await running.exit) }
      }
      return { environment, asked, run }
    }

    const script = (client: string, host: string) =>
      `${process.execPath} -e ${quote(client.replaceAll('URL)', 'URL)').replace('path: URL', `path: 'http://${host}/'`).replaceAll('HOST', `'${host}'`))}`

    test.each(Object.entries(clients))('reaches only admitted machines, over %s', async (_, client) => {
      const port = await serve('from outside')
      const { run, asked } = open()
      expect((await run(script(client, `good.example:${port}`))).text).toMatch(/^(?:200|0) from outside/)
      const refused = await run(script(client, `bad.example:${port}`))
      expect(refused.text).toMatch(/^(?:403|2) /)
      expect(refused.notices).toEqual(['Not bad.example.'])
      expect(asked.map(({ host }) => host)).toEqual(['good.example', 'bad.example'])
      expect(asked[0]?.by).toBe(`${process.execPath} -e`.slice(0, 20))
    })

    test('reaches nothing without the proxy', async () => {
      const port = await serve('from outside')
      const { run, asked } = open()
      const direct = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo reached`
      expect((await run(direct)).text).not.toContain('reached')
      expect((await run("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '")).text).toBe('lo\n')
      expect(asked).toEqual([])
    })

    test('serves later commands of the same conversation only, on the loopback interface', async () => {
      const { environment, run } = open(() => 'none')
      const server = `require('node:http').createServer((_, answer) => answer.end('from inside')).listen(4567, () => console.log('up'))`
      const running = await environment.spawn(
        { command: `exec ${process.execPath} -e ${quote(server)}`, owner: { conversation: 'one', command: 'serve' } },
        { signal: AbortSignal.timeout(30_000) },
      )
      for await (const _ of running.output) break
      const fetching = `${process.execPath} -e ${quote("fetch('http://127.0.0.1:4567').then((answer) => answer.text()).then(console.log, () => console.log('none'))")}`
      expect((await run(fetching)).text).toBe('from inside\n')
      expect((await run(fetching, 'two')).text).toBe('none\n')
      const others = await run(
        `cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 4567 || true; kill -9 -1; true`,
        'two',
      )
      expect(others.text.trim().split('\n')[0]).toBe('1') // The command itself.
      expect((await run(fetching)).text).toBe('from inside\n')
    })

    test('applies a change of the access', async () => {
      let access: NetworkAccess = 'none'
      const { environment, run } = open(() => access)
      expect(environment.networkOf?.('one')).toBe('none')
      expect((await run('echo $HTTPS_PROXY')).text).toBe('\n')
      access = 'proxied'
      expect(environment.networkOf?.('one')).toBe('listed')
      expect((await run('echo $HTTPS_PROXY')).text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
      access = 'shared'
      expect(environment.networkOf?.('one')).toBe('open')
      expect((await run('readlink /proc/self/ns/net; echo $HTTPS_PROXY')).text).toMatch(/^net:\[\d+\]\n\n$/)
    })
  })
})

async function serve(text: string): Promise<number> {
  const server = createServer((_, answer) => answer.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
