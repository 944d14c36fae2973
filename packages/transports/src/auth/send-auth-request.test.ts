import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { refusalOf, sendAuthRequest, unexpected } from './send-auth-request.js'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

function ask(url: string, signal = new AbortController().signal) {
  return sendAuthRequest({ provider: 'Foo', url, form: { refresh_token: 'secret' }, signal }, { fetch })
}

test.each([429, 500, 503])('status %i is temporary', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end('<html>busy</html>'))
  await expect(ask(url)).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('Foo') })
})

test('treats anything but a JSON object as an empty answer', async () => {
  for (const body of ['<html>hello</html>', '[]', '"text"', '']) {
    const url = await serve((_, response) => response.end(body))
    expect(await ask(url)).toEqual({ status: 200, body: {} })
  }
})

test('does not follow redirects, so tokens stay with their server', async () => {
  let visits = 0
  const elsewhere = await serve((_, response) => {
    visits += 1
    response.end('{}')
  })
  const url = await serve((_, response) => response.writeHead(307, { location: elsewhere }).end())
  expect((await ask(url)).status).toBe(307)
  expect(visits).toBe(0)
})

test('an unreachable server is a temporary failure, but an abort is not', async () => {
  await expect(ask('http://127.0.0.1:1')).rejects.toMatchObject({ kind: 'unavailable' })
  const url = await serve(() => undefined)
  const leaving = new AbortController()
  const asking = ask(url, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(asking).rejects.toThrow('left')
})

test('reads reasons in the formats of OAuth and OpenAI', () => {
  expect(refusalOf({ status: 400, body: { error: 'invalid_grant', error_description: 'Gone' } })).toEqual({
    code: 'invalid_grant',
    text: 'Gone',
  })
  const body = { error: { code: 'refresh_token_reused', message: 'Already used.' } }
  expect(refusalOf({ status: 401, body })).toEqual({ code: 'refresh_token_reused', text: 'Already used.' })
  expect(unexpected('Foo', { status: 418, body }).message).toBe(
    'Foo refused the login (HTTP 418: Already used). Try again.',
  )
})
