import { expect, test } from 'vitest'
import { openServer, originOf } from '../../../testing/local-server.js'
import { type OAuthFaults, type OAuthWorld, startOAuthWorld } from '../../../testing/oauth-world.js'
import { guardedFetch } from './guarded-fetch.js'
import { logIn } from './log-in.js'
import type { LoginStore, StoredLogin } from './login-store.js'

function memoryStore(): LoginStore & { readonly login: StoredLogin | undefined } {
  let login: StoredLogin | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    get login() {
      return login
    },
    load: async () => login,
    async save(next) {
      login = next
    },
    exclusive(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
  }
}

/** Simulates a browser that goes where it is sent. */
const browse = async ({ page }: { readonly page: string }) => void (await fetch(page))

function start(world: OAuthWorld, store: LoginStore, person: { showPage: typeof browse } = { showPage: browse }) {
  const { signal } = new AbortController()
  return logIn({ server: 'closed', url: world.url, store, client: {}, fetch, signal, person })
}

function open({ url }: OAuthWorld, logins: LoginStore) {
  return openServer({ endpoint: { kind: 'http', url, headers: {}, login: {} } }, { services: { logins } as never })
}

test('logs in with its own registration, and uses the server', async () => {
  const world = await startOAuthWorld()
  const store = memoryStore()
  const before = open(world, store)
  await expect(before.server.refresh()).rejects.toMatchObject({
    code: 'mcp/login',
    remedy: { type: 'log-in-server', server: 'fake' },
  })
  await start(world, store)
  expect(world.counts.registrations).toBe(1)
  expect((await before.server.refresh()).tools).toMatchObject([{ name: 'open' }])
  expect(await before.server.callTool('open', {}, originOf())).toEqual({ content: 'opened' })
})

test('renews a token once for all connections, and asks for a login when it is revoked', async () => {
  const world = await startOAuthWorld()
  const store = memoryStore()
  await start(world, store)
  const both = [open(world, store), open(world, store)]
  for (const { server } of both) await server.refresh()
  world.expire()
  const results = await Promise.all(both.map(({ call }) => call('open')))
  expect(results).toEqual([{ content: 'opened' }, { content: 'opened' }])
  expect(world.counts.renewals).toBe(1)
  world.revoke()
  await expect(both[0]?.call('open')).rejects.toMatchObject({ code: 'mcp/login' })
})

function startWithCode(world: OAuthWorld, store: LoginStore, shown: unknown[] = []) {
  const { signal } = new AbortController()
  const person = { showPage: browse, showCode: async (prompt: unknown) => void shown.push(prompt) }
  return logIn({ server: 'closed', url: world.url, store, client: {}, fetch, signal, person })
}

test('logs in with a code on another device, and renews the token', async () => {
  const world = await startOAuthWorld()
  world.faults.deviceAnswers = ['authorization_pending', 'authorization_pending']
  const store = memoryStore()
  const shown: unknown[] = []
  await startWithCode(world, store, shown)
  const page = expect.stringMatching(/\/activate$/)
  expect(shown).toEqual([{ page, code: 'WDJB-MJHT', lifetimeMs: 60_000 }])
  const { server, call } = open(world, store)
  await server.refresh()
  world.expire()
  expect(await call('open')).toEqual({ content: 'opened' })
  expect(world.counts).toEqual({ registrations: 1, renewals: 1 })
})

test.each([
  [
    'a login that the person has denied',
    { deviceAnswers: ['authorization_pending', 'access_denied'] },
    'access_denied',
  ],
  ['a code that has expired', { deviceAnswers: ['expired_token'] }, 'not confirmed in time'],
  ['a server without this login', { hasNoDeviceFlow: true }, 'log in with a browser'],
  ['an authorization server in the private network', { authorizationServer: 'http://10.0.0.1' }, 'not a public https'],
])('stops a login with a code: %s', async (_, faults, reason) => {
  const world = await startOAuthWorld()
  const store = memoryStore()
  await start(world, store)
  const before = store.login
  Object.assign(world.faults, faults)
  await expect(startWithCode(world, store)).rejects.toMatchObject({
    code: 'mcp/login',
    message: expect.stringContaining(reason),
  })
  expect(store.login).toBe(before)
})

const wrong: readonly (readonly [string, OAuthFaults])[] = [
  ['metadata of another issuer', { issuer: 'https://other.example' }],
  ['no PKCE with S256', { hasNoPkce: true }],
  ['a redirect of the token endpoint', { redirectsTo: 'http://127.0.0.1:9/token' }],
  ['an answer of another issuer', { iss: 'https://other.example' }],
  ['a refusal', { error: 'access_denied' }],
  ['another resource', { resource: 'http://127.0.0.1:9/mcp' }],
  ['an authorization server in the private network', { authorizationServer: 'http://10.0.0.1' }],
]

test.each(wrong)('stops a login with %s, and keeps an earlier login', async (_, faults) => {
  const world = await startOAuthWorld()
  const store = memoryStore()
  await start(world, store)
  const { login } = store
  Object.assign(world.faults, faults)
  await expect(start(world, store)).rejects.toMatchObject({ code: 'mcp/login' })
  expect(store.login).toBe(login)
})

test('accepts no code from another login', async () => {
  const world = await startOAuthWorld()
  world.faults.state = 'forged'
  const answers: number[] = []
  const leaving = new AbortController()
  const showPage = async ({ page }: { readonly page: string }) => {
    answers.push((await fetch(page)).status)
    leaving.abort(new Error('left'))
  }
  const { url } = world
  const options = { server: 'closed', url, store: memoryStore(), client: {}, fetch, signal: leaving.signal }
  await expect(logIn({ ...options, person: { showPage } })).rejects.toThrow('left')
  expect(answers).toEqual([404])
})

test.each([
  ['https://a.example/mcp', 'https://login.example/token', true],
  ['https://a.example/mcp', 'https://a.example/token', true],
  ['https://a.example/mcp', 'http://login.example/token', false],
  ['https://a.example/mcp', 'http://169.254.169.254/latest', false],
  ['https://a.example/mcp', 'https://192.168.1.1/', false],
  ['https://a.example/mcp', 'https://localhost/', false],
  ['https://a.example/mcp', 'https://[fd00::1]/', false],
  ['http://127.0.0.1:8/mcp', 'http://localhost:9/token', true],
  ['http://127.0.0.1:8/mcp', 'http://10.0.0.1/', false],
])('with the server %s, a login may call %s: %s', async (server, url, isAllowed) => {
  const called: RequestInit[] = []
  const fetched = guardedFetch(async (_, init) => {
    called.push(init ?? {})
    return new Response()
  }, server)
  if (isAllowed) await fetched(url)
  else await expect(fetched(url)).rejects.toMatchObject({ code: 'mcp/login' })
  expect(called).toEqual(isAllowed ? [{ redirect: 'error' }] : [])
})
