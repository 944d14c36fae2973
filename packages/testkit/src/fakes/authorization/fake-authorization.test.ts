import { expect, test } from 'vitest'
import { startFakeAuthorization } from './fake-authorization.js'

function renew(issuer: string, refreshToken: string): Promise<Response> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  return fetch(`${issuer}/oauth/token`, { method: 'POST', body })
}

test('accepts a refresh token once, and revokes the login when it is reused', async () => {
  await using server = await startFakeAuthorization()
  const { refreshToken } = server.issue('jwt')
  const first = await renew(server.issuer, refreshToken)
  const next: unknown = await first.json()
  expect(next).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) })
  expect((await renew(server.issuer, refreshToken)).status).toBe(400)
  const rotated = typeof next === 'object' && next !== null && 'refresh_token' in next ? String(next.refresh_token) : ''
  expect((await renew(server.issuer, rotated)).status, 'the newest one, too').toBe(400)
})

test('plays the steps of the device flow in order, and repeats the last one', async () => {
  await using server = await startFakeAuthorization({ device: ['pending', 'denied'] })
  const ask = async () => (await fetch(`${server.issuer}/login/oauth/access_token`, { method: 'POST' })).json()
  expect(await ask()).toMatchObject({ error: 'authorization_pending' })
  expect(await ask()).toMatchObject({ error: 'access_denied' })
  expect(await ask()).toMatchObject({ error: 'access_denied' })
  expect(server.to('/login/oauth/access_token')).toHaveLength(3)
})

test('returns 404 for unknown paths', async () => {
  await using server = await startFakeAuthorization()
  expect((await fetch(`${server.issuer}/elsewhere`)).status).toBe(404)
})
