import { text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'

const image = (url: string) => ({ type: 'image_url', image_url: { url } })
const input = (url: string) => [{ type: 'input_image', image_url: url }]

/** The routes that take images, and the name of their field. */
const routes: readonly (readonly [string, string, (url: string) => object])[] = [
  [
    '/v1/chat/completions',
    'messages[0].content[0].image_url.url',
    (url) => ({ messages: [{ role: 'user', content: [image(url)] }] }),
  ],
  ['/v1/responses', 'input[0].content[0].image_url', (url) => ({ input: [{ role: 'user', content: input(url) }] })],
  ['/v1/runs', 'input[0].content[0].image_url', (url) => ({ input: [{ role: 'user', content: input(url) }] })],
  ['/api/sessions/s/chat', 'message[0].image_url', (url) => ({ message: input(url) })],
]

async function setUp() {
  const gateway = await openTestGateway([text('A cat.')])
  const post = (path: string, body: object) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/api/sessions', { id: 's' })
  return { ...gateway, post }
}

describe.each(routes)('%s', (path, param, toBody) => {
  test.each([
    '',
    'hello',
    'https://',
    'ftp://example.com/cat.png',
    'file:///etc/passwd',
    'data:image/png,cat',
    'data:image/png;base64,',
    'data:image/png;base64,!!!!',
    'data:image/png;base64,aGk',
    'data:application/pdf;base64,aGk=',
  ])('refuses the image %j', async (url) => {
    const { transport, post } = await setUp()
    const response = await post(path, toBody(url))
    expect(response.status).toBe(400)
    const { error } = Object(await response.json())
    expect(error.param).toBe(param)
    expect(error.message).toMatch(/must be an http or https URL, or a data URI of an image/)
    expect(transport.requests).toEqual([])
  })

  test.each([
    'http://example.com/cat.png',
    'https://example.com/cat%20one.png?size=2#top',
    'data:image/png;base64,aGk=',
    'data:image/svg+xml;charset=utf-8;base64,aGkh',
    'DATA:image/JPEG;base64,/+8=',
  ])('passes the image %j to the model', async (url) => {
    const { transport, post } = await setUp()
    expect((await post(path, toBody(url))).ok).toBe(true)
    await expect.poll(() => transport.requests[0]?.messages[0]?.content).toEqual([image(url)])
  })
})
