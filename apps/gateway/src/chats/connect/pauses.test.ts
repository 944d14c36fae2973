import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const platforms = { net: { admins: ['ada'] }, other: { admins: ['ada'], allow_from: ['bob'] } }
const script = (body: unknown) => text(`Read: ${Object(body).messages.at(-1).content}`)

test('a paused network reads and sends nothing until it is resumed, even after a restart', async () => {
  const { network, shown, provider, stop, start } = await serveChats({ platforms, script })
  network().say({ text: '/platform pause other' })
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^other is paused/)])
  network('other').say({ text: 'hello' })
  network().say({ text: '/platform list' })
  await expect.poll(() => shown().at(-1)).toMatch(/- net: connected since .*\n- other: paused since /)
  await stop()
  const { runtime, stop: stopSecond } = await start()
  network().say({ text: 'one' })
  await expect.poll(() => shown().at(-1)).toBe('Read: one')
  expect(runtime.config.platforms.other?.enabled).toBe(true)
  expect(provider.requests).toHaveLength(1)
  await stopSecond()
  await start()
  network().say({ text: '/platform resume other' })
  await expect.poll(() => shown('other')).toEqual(['Read: hello'])
  network().say({ text: '/platform resume other' })
  await expect.poll(() => shown().at(-1)).toBe('other is not paused.')
})

test('an owed answer waits for the end of the pause', async () => {
  const held = Promise.withResolvers<void>()
  const { network, shown, gateway } = await serveChats({
    platforms,
    script: async (body) => {
      const answer = script(body)
      if (JSON.stringify(answer).includes('slow')) await held.promise
      return answer
    },
  })
  network('other').say({ text: 'slow' })
  network().say({ text: 'quick' })
  await expect.poll(() => shown()).toEqual(['Read: quick'])
  network().say({ text: '/platform pause other' })
  await expect.poll(() => shown()).toHaveLength(2)
  held.resolve()
  network().say({ text: 'quick again' })
  await expect.poll(() => shown().at(-1)).toBe('Read: quick again')
  expect(gateway.networks()).toMatchObject([{ name: 'net' }, { name: 'other', status: 'paused' }])
  expect(shown('other')).toEqual([])
  network().say({ text: '/platform resume other' })
  await expect.poll(() => shown('other')).toEqual(['Read: slow'])
})

test('only administrators pause networks, except the one they write on', async () => {
  const { network, shown } = await serveChats({ platforms, script })
  network('other').say({ text: '/platform pause net', sender: { id: 'bob' }, chatId: 'bobs' })
  await expect.poll(() => shown('other')).toEqual([expect.stringMatching(/needs the role "admin"/)])
  network().say({ text: '/platform pause net' })
  await expect.poll(() => shown().at(-1)).toContain('`hermes gateway pause net`')
  network().say({ text: '/platform pause nothing' })
  await expect.poll(() => shown().at(-1)).toBe('There is no network nothing: there is net, other.')
  network().say({ text: 'still here' })
  await expect.poll(() => shown().at(-1)).toBe('Read: still here')
})

test('a network that cannot connect for a long time needs attention, and is reported once', async () => {
  const { network, lines, gateway, shown } = await serveChats({
    platforms,
    script,
    settings: { agent: { reconnect_attention_after: 0.2 } },
  })
  await expect.poll(() => lines).toHaveLength(2)
  network('other').failNext('transient', 1000)
  network('other').disconnect()
  await expect.poll(() => gateway.networks()).toMatchObject([{ needsAttention: false }, { needsAttention: true }])
  await gateway.refresh()
  await gateway.refresh()
  expect(lines.filter((line) => line.includes('needs attention'))).toEqual([
    expect.stringMatching(/^other: it could not be connected for .* seconds?, and needs attention\.$/),
  ])
  network().say({ text: '/platform' })
  await expect.poll(() => shown().at(-1)).toMatch(/- other: lost since .*, needs attention/)
})

test('a network is not paused by one of its own messages, which could not resume it', async () => {
  const { network, shown } = await serveChats({ platforms, script })
  network().say({ text: '/platform pause net' })
  await expect
    .poll(() => shown())
    .toEqual([expect.stringMatching(/^net is not paused: .* another network, .*`hermes gateway pause net`\.$/)])
})
