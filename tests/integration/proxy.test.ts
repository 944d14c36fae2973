import { describeError, silentLogger } from '@hermes/core'
import {
  createCredentialManager,
  inspectMcpServer,
  loadConfig,
  openCatalog,
  openPlatform,
  tryMemoryProvider,
  tryPlatform,
} from '@hermes/runtime'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { safeFetch } from '@hermes/tools/web'
import { tunnelsFromVariables } from '@hermes/transports'
import { expect, test } from 'vitest'
import { publicDownload } from '../../apps/cli/src/setup/sources/public-download.js'
import { startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { platformSchema } from '../../packages/runtime/src/schema/platforms-schema.js'
import { testHost } from '../../packages/runtime/testing/open-host.js'
import { tempFolder, tempHome } from '../../packages/runtime/testing/temp-home.js'
import { startWebServer } from '../../packages/tools/testing/web-server.js'
import { startProxy } from '../../packages/transports/testing/local-proxy.js'

const { signal } = new AbortController()

/** Creates a home whose `.env` names a proxy that refuses every tunnel. */
async function homeBehindProxy(config = '') {
  const proxy = await startProxy({ target: 'http://127.0.0.1:1', refuse: 403 })
  const paths = await tempHome({ env: `HTTPS_PROXY=http://${proxy.host}\n`, config })
  const loaded = await loadConfig({ paths, variables: { PATH: process.env.PATH, HOME: paths.home } })
  return { ...loaded, paths, asked: () => [...new Set(proxy.asked.map(({ line }) => line))] }
}

const failureOf = async (asking: Promise<unknown>) =>
  describeError(
    await asking.then(
      () => undefined,
      (error: unknown) => error,
    ),
  )

test('a bot of Telegram receives and answers through a proxy', async () => {
  await using telegram = await startFakeTelegram()
  const proxy = await startProxy({ target: telegram.apiRoot })
  const settings = platformSchema().parse({
    token: telegram.token,
    api_root: 'http://telegram.example',
    poll_seconds: 1,
  })
  const variables = { HTTP_PROXY: `http://${proxy.host}` }
  const paths = await tempHome()
  await using adapter = await openPlatform({ name: 'telegram', settings, paths, variables, logger: silentLogger })
  telegram.say({ text: 'hello' })
  const controller = new AbortController()
  for await (const [event] of adapter.receive({ signal: controller.signal })) {
    if (event?.type !== 'message') continue
    await adapter.send({ chatId: event.chatId, text: `heard ${event.text}` }, { key: 'k', signal })
    controller.abort()
  }
  expect(telegram.messages.map(({ text }) => text)).toEqual(['heard hello'])
  for (const { line } of proxy.asked) expect(line).toMatch(/^POST http:\/\/telegram\.example\/bot/)
  expect(proxy.asked.length).toBeGreaterThan(2)
})

test.each([
  ['telegram', { token: '1:a' }, 'CONNECT api.telegram.org:443'],
  ['matrix', { homeserver: 'https://matrix.example', access_token: 't' }, 'CONNECT matrix.example:443'],
])('setup logs in to %s through the proxy of .env, and names it when it refuses', async (name, settings, line) => {
  const { paths, variables, asked } = await homeBehindProxy()
  const failure = await failureOf(tryPlatform({ name, settings, paths, variables, signal }))
  expect(asked()).toEqual([line])
  expect(failure).toMatch(/The proxy .* does not connect to .* \(403\)/)
})

test('web_search asks its service through the proxy', async () => {
  await using provider = await startFakeProvider({ script: [call('web_search', { query: 'tea' }), text('Nothing.')] })
  const { paths, asked } = await homeBehindProxy(
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: m }\n`,
  )
  const { open } = await testHost({ paths })
  const { agent } = await open()
  await agent.run('look up tea').result
  expect(asked()).toEqual([expect.stringMatching(/^CONNECT .*duckduckgo\.com:443$/)])
})

test('an MCP server with a URL is connected through the proxy', async () => {
  const home = await homeBehindProxy('mcp_servers: { wiki: { url: "https://mcp.example/mcp" } }\n')
  const options = { ...home, name: 'wiki', workingDirectory: await tempFolder(), logger: silentLogger }
  await using server = await inspectMcpServer(options)
  expect(await failureOf(server.list())).toMatch(/The proxy .* does not connect to mcp\.example/)
  expect(home.asked()).toEqual(['CONNECT mcp.example:443'])
})

test('the catalog is refreshed through the proxy', async () => {
  const { paths, variables, asked } = await homeBehindProxy()
  expect(await failureOf(openCatalog(paths, { variables }).refresh({ signal }))).toMatch(/The proxy /)
  expect(asked()).toEqual(['CONNECT models.dev:443'])
})

test('people log in to providers through the proxy', async () => {
  const { paths, variables, asked } = await homeBehindProxy()
  const prompter = { showCode: async () => undefined, showPage: async () => undefined }
  const login = createCredentialManager({ paths, variables }).login('nous', { prompter, signal })
  expect(await failureOf(login)).toMatch(/The proxy /)
  expect(asked()).toEqual([expect.stringMatching(/^CONNECT .*nousresearch\.com:443$/)])
})

test('a memory service is asked through the proxy', async () => {
  const home = await homeBehindProxy('memory: { provider: mem0, provider_options: { api_key: k } }\n')
  const { open } = await testHost({ paths: home.paths })
  const { store } = await open()
  expect(await failureOf(tryMemoryProvider({ ...home, store, signal }))).toMatch(/The proxy /)
  expect(home.asked()).toEqual(['CONNECT api.mem0.ai:443'])
})

test('skills and plugins are downloaded through the proxy, at an address that was judged locally', async () => {
  const home = await homeBehindProxy()
  const download = publicDownload(home)
  const failure = await failureOf(download('https://93.184.215.14/skill.zip', { mostBytes: 1_000, signal }))
  expect(failure).toMatch(/The proxy does not connect to 93\.184\.215\.14/)
  await expect(download('https://10.0.0.7/skill.zip', { mostBytes: 1_000, signal })).rejects.toMatchObject({
    code: 'web/refused',
  })
  expect(home.asked()).toEqual(['CONNECT 93.184.215.14:443'])
})

test('reports a proxy that is not an address with its variable', async () => {
  const settings = { token: '1:a' }
  const paths = await tempHome()
  const trying = tryPlatform({ name: 'telegram', settings, paths, variables: { HTTPS_PROXY: 'http://' }, signal })
  expect(await failureOf(trying)).toContain('HTTPS_PROXY is not the address of a proxy')
})

/** Serves a page behind a real tunnel, under a name that only exists here. */
async function pageBehindTunnel() {
  const site = await startWebServer((request, response) => response.end(`page of ${request.headers.host}`))
  const proxy = await startProxy({ target: `http://127.0.0.1:${site.port}` })
  const tunnelTo = tunnelsFromVariables({ HTTP_PROXY: `http://${proxy.host}` })
  return { proxy, fetching: (address: string) => ({ tunnelTo, resolve: async () => [address] }) }
}

test('reads a page through the proxy, which gets the judged address and no name to resolve', async () => {
  const { proxy, fetching } = await pageBehindTunnel()
  const page = await safeFetch('http://site.example/', fetching('93.184.215.14'))
  expect(Buffer.from(page.bytes).toString()).toBe('page of site.example')
  expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT 93.184.215.14:80'])
})

test('refuses a name that leads to a private address before the proxy learns of it', async () => {
  const { proxy, fetching } = await pageBehindTunnel()
  const reading = safeFetch('http://inside.example/', fetching('10.0.0.7'))
  await expect(reading).rejects.toMatchObject({ code: 'web/refused' })
  expect(proxy.asked).toEqual([])
})
