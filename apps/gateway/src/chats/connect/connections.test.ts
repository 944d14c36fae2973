import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMachineClaims } from '@hermes/runtime'
import { text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

const script = (body: unknown) => text(`Read: ${Object(body).messages.at(-1).content}`)
const open = { allow_all: true }

function machineClaims(folder: string) {
  const opened = openMachineClaims({ folder, onTrouble: () => expect.unreachable() })
  onTestFinished(() => opened[Symbol.asyncDispose]())
  return opened.claims
}

describe('two gateways with the same credentials', () => {
  test('of two homes, the second waits, says who holds the credentials, and takes over', async () => {
    const [machine, account] = [temporaryHome(), 'scripted:1']
    const first = await serveChats({
      platforms: { net: open },
      script,
      account,
      machineClaims: machineClaims(machine),
    })
    await expect.poll(() => first.lines).toEqual(['net: connected as @scripted.'])
    const second = await serveChats({
      platforms: { net: open },
      script,
      account,
      networks: first.networks,
      machineClaims: machineClaims(machine),
    })
    await expect.poll(() => second.lines.join()).toContain(`process ${process.pid}`)
    expect(second.gateway.networks()).toMatchObject([
      { status: 'waiting', reason: expect.stringContaining(`process ${process.pid} on this machine receives`) },
    ])
    first.network().say({ text: 'one' })
    await expect.poll(() => first.shown()).toEqual(['Read: one'])
    expect(second.provider.requests).toEqual([])
    await first.stop()
    await expect.poll(() => second.lines.at(-1)).toBe('net: connected as @scripted.')
    expect(second.gateway.networks()[0]).not.toHaveProperty('reason')
    first.network().say({ text: 'two' })
    await expect.poll(() => first.shown()).toEqual(['Read: one', 'Read: two'])
    expect(second.lines).toHaveLength(2)
  })

  test('replicas of one store share the work, and one of them receives', async () => {
    const first = await serveChats({ platforms: { net: open }, script, account: 'scripted:1' })
    await expect.poll(() => first.lines).toHaveLength(1)
    const second = await first.start()
    await expect.poll(() => first.lines.join()).toContain('receives with the same credentials')
    await first.stop()
    first.network().say({ text: 'one' })
    await expect.poll(() => first.shown()).toEqual(['Read: one'])
    await second.stop()
  })
})

describe('changed settings', () => {
  const configure = (home: string, platforms: object) =>
    writeFileSync(join(home, 'config.yaml'), JSON.stringify({ platforms }))

  test('add, change and remove networks while others continue', { timeout: 120_000 }, async () => {
    const home = temporaryHome()
    configure(home, { net: open })
    const chats = await serveChats({ home, script, readsFile: true, platforms: { net: open, other: open } })
    const { network, shown, lines, gateway } = chats
    await expect.poll(() => lines).toEqual(['net: connected as @scripted.'])

    configure(home, { net: open, other: { token: 'wrong' } })
    await gateway.refresh()
    expect(lines.at(-1)).toMatch(/^other is not connected: .*token is wrong/)
    expect(gateway.networks()[1]).toMatchObject({ status: 'failed', reason: expect.stringContaining('token is wrong') })

    configure(home, { net: { allow_from: ['bob'], unauthorized: 'ignore' }, other: { ...open, token: 'right' } })
    await gateway.refresh()
    await expect.poll(() => lines.at(-1)).toBe('other: connected as @scripted.')
    network().say({ text: 'from ada' })
    network().say({ text: 'from bob', sender: { id: 'bob' }, chatId: 'chat of bob' })
    network('other').say({ text: 'hello' })
    await expect.poll(() => shown('other')).toEqual(['Read: hello'])
    await expect.poll(() => shown()).toEqual(['Read: from bob'])

    configure(home, { net: open })
    await gateway.refresh()
    expect(lines.at(-1)).toMatch(/^other: disconnected/)
    expect(lines.filter((line) => line.startsWith('net:'))).toHaveLength(1)
    network().say({ text: 'again' })
    await expect.poll(() => shown()).toEqual(['Read: from bob', 'Read: again'])
  })
})

test('a failing network does not affect others, and is reported once', async () => {
  const { network, shown, lines, gateway } = await serveChats({ platforms: { net: open, other: open }, script })
  await expect.poll(() => lines).toHaveLength(2)
  network('other').failNext('transient', 3)
  network('other').disconnect()
  await expect.poll(() => lines.filter((line) => line.includes('tried again until it is'))).toHaveLength(1)
  network().say({ text: 'one' })
  await expect.poll(() => shown()).toEqual(['Read: one'])
  const ask = () => fetch(`${gateway.url}/health/detailed`, { headers: { authorization: 'Bearer test-key' } })
  expect(await (await ask()).json()).toMatchObject({
    networks: {
      net: { status: 'connected' },
      other: { status: 'lost', since: expect.stringMatching(/Z$/), reason: expect.any(String) },
    },
  })
})
