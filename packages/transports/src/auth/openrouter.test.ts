import { startFakeAuthorization } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { browse, loginContext, watchingPrompter } from '../../testing/login.js'
import { authServices, type LoginPrompter } from './index.js'
import { openRouterLogin } from './openrouter.js'

/** Returns the address to which the page redirects, which contains the code. */
async function endOf(page: string): Promise<string> {
  const response = await fetch(page, { redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

function pasting(text: (page: string) => Promise<string>): LoginPrompter {
  const page = Promise.withResolvers<string>()
  return {
    showCode: async () => undefined,
    showPage: async (prompt) => page.resolve(prompt.page),
    paste: async () => text(await page.promise),
  }
}

test('the callback returns a code that only this login can exchange for the key', async () => {
  await using server = await startFakeAuthorization()
  const { prompter, shown } = watchingPrompter(browse)
  const result = await openRouterLogin.login?.(loginContext(server, { prompter }))
  expect(result).toEqual({ kind: 'api-key', apiKey: expect.stringMatching(/^sk-or-v1-/) })
  const asked = new URL(shown[0]?.page ?? '')
  const callback = new URL(asked.searchParams.get('callback_url') ?? '')
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  expect(callback.hostname).toBe('127.0.0.1')
  const [exchange] = server.to('/api/v1/auth/keys')
  expect(exchange?.body.code_verifier).not.toBe(asked.searchParams.get('code_challenge'))
  await expect(fetch(callback), 'the port is closed').rejects.toThrow()
})

test.each<[string, (address: string) => string]>([
  ['the address that the browser ended at', (address) => address],
  ['the code alone', (address) => ` ${new URL(address).searchParams.get('code')}\n`],
])('the user may paste %s', async (_, toText) => {
  await using server = await startFakeAuthorization()
  const prompter = pasting(async (page) => toText(await endOf(page)))
  expect(await openRouterLogin.login?.(loginContext(server, { prompter }))).toMatchObject({ kind: 'api-key' })
})

test('rejects a pasted code from another login', async () => {
  await using server = await startFakeAuthorization()
  const prompter = pasting(async () => 'http://127.0.0.1:1/callback/other?code=stolen')
  await expect(openRouterLogin.login?.(loginContext(server, { prompter }))).rejects.toMatchObject({ kind: 'mismatch' })
  expect(server.to('/api/v1/auth/keys')).toEqual([])
})

test('rejects a callback from another login', async () => {
  await using server = await startFakeAuthorization()
  const statuses: number[] = []
  const { prompter } = watchingPrompter(async (page) => {
    const callback = new URL(new URL(page).searchParams.get('callback_url') ?? '')
    const stray = await fetch(new URL('/callback/guess?code=stolen', callback))
    statuses.push(stray.status)
    callback.searchParams.set('state', 'another')
    callback.searchParams.set('code', 'stolen')
    await fetch(callback)
  })
  await expect(openRouterLogin.login?.(loginContext(server, { prompter }))).rejects.toMatchObject({ kind: 'mismatch' })
  expect(statuses).toEqual([404])
  expect(server.to('/api/v1/auth/keys')).toEqual([])
})

test('rejects a code that was used before', async () => {
  await using server = await startFakeAuthorization()
  const codes: string[] = []
  const prompter = () =>
    pasting(async (page) => {
      codes.push(new URL(await endOf(page)).searchParams.get('code') ?? '')
      return codes[0] ?? ''
    })
  await openRouterLogin.login?.(loginContext(server, { prompter: prompter() }))
  const replay = openRouterLogin.login?.(loginContext(server, { prompter: prompter() }))
  await expect(replay).rejects.toMatchObject({ kind: 'mismatch', message: expect.stringContaining('used before') })
})

test('reports a denial by the user', async () => {
  await using server = await startFakeAuthorization({ consent: 'no' })
  const { prompter } = watchingPrompter(browse)
  await expect(openRouterLogin.login?.(loginContext(server, { prompter }))).rejects.toMatchObject({ kind: 'denied' })
})

test('a login expires, and an aborted one closes its port immediately', async () => {
  await using server = await startFakeAuthorization()
  const services = authServices({ sleep: async () => undefined })
  await expect(openRouterLogin.login?.(loginContext(server, { services }))).rejects.toMatchObject({ kind: 'expired' })

  const leaving = new AbortController()
  let page = ''
  const { prompter } = watchingPrompter((shown) => {
    page = shown
    leaving.abort(new Error('the user left'))
  })
  const login = openRouterLogin.login?.(loginContext(server, { prompter, signal: leaving.signal }))
  await expect(login).rejects.toThrow('the user left')
  await expect(fetch(new URL(page).searchParams.get('callback_url') ?? '')).rejects.toThrow()
})
