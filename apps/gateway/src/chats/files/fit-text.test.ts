import { readFile } from 'node:fs/promises'
import { TransportError } from '@hermes/core'
import { fail, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const asked = (body: unknown) => JSON.stringify(Object(body).messages)
const long = `The report.\n${'All is well. '.repeat(20_000)}The end.`

test.each(['', '/queue '])(
  '%sa text that is too large for the window is a file with its beginning',
  async (command) => {
    const { network, provider, shown } = await serveChats({ script: () => text('Read.') })
    network().say({ text: `${command}${long}` })
    await expect.poll(() => shown().at(-1)).toBe('Read.')
    const request = asked(provider.requests.at(-1)?.body)
    expect(request).toContain('It begins:]\\nThe report.')
    expect(request.length).toBeLessThan(100_000)
    const [, path = ''] = /stored as ([^\s:]+): read/.exec(request) ?? []
    expect(await readFile(path, 'utf8')).toBe(long)
  },
)

test('a text that fits is unchanged', async () => {
  const { network, provider, shown } = await serveChats({ script: () => text('Read.') })
  const fitting = 'All is well. '.repeat(1_000).trim()
  network().say({ text: fitting })
  await expect.poll(() => shown()).toEqual(['Read.'])
  expect(asked(provider.requests.at(-1)?.body)).toContain(fitting)
})

test('an error about a conversation that is too long names the commands that help', async () => {
  const { network, shown } = await serveChats({
    script: () => fail(new TransportError('context-overflow', 'Too long.')),
  })
  network().say({ text: 'hello' })
  await expect.poll(() => shown().at(-1), { timeout: 10_000 }).toMatch(/\/compress .*\/undo .*\/new /)
})
