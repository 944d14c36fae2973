import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import type { InboundMessage, PlatformAdapter, PlatformEvent } from '@hermes/core/platform'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type EncryptedPerson, encryptedPerson } from '../../testing/encrypted-person.js'
import type { Person } from '../../testing/matrix-person.js'
import { hasSynapse, type Synapse, startSynapse } from '../../testing/synapse.js'
import { createMatrix } from './create-matrix.js'
import { matrixOptions } from './matrix-options.js'

const signal = () => AbortSignal.timeout(20_000)
const isThere = hasSynapse()
const keys = z.record(z.string(), z.string())
const signatures = z.record(z.string(), z.record(z.string(), z.string()))
const keysOf = z.object({ device_keys: z.record(z.string(), z.record(z.string(), z.object({ keys, signatures }))) })

describe.skipIf(!isThere)(isThere ? 'with Synapse' : 'with Synapse, which is not installed', () => {
  let synapse: Synapse
  let home: string
  let agent: Person
  let person: Person
  let room: string
  let ada: EncryptedPerson
  let tests = 0
  beforeAll(async () => {
    synapse = await startSynapse()
    home = mkdtempSync(join(tmpdir(), 'hermes-keys-'))
  }, 300_000)
  afterAll(async () => {
    await synapse[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true })
  })
  beforeEach(async () => {
    tests += 1
    agent = await synapse.register(`hermes${tests}`)
    person = await synapse.register(`ada${tests}`)
    const encrypted = { type: 'm.room.encryption', content: { algorithm: 'm.megolm.v1.aes-sha2' } }
    room = await person.createRoom({ invite: [agent.userId], initial_state: [encrypted] })
    await agent.join(room)
    const members = [person.userId, agent.userId]
    const folder = join(home, `ada${tests}`)
    ada = await encryptedPerson(synapse.url, person, members, folder)
    return () => ada[Symbol.asyncDispose]()
  })

  async function queryKeys(): Promise<unknown> {
    const response = await fetch(`${synapse.url}/_matrix/client/v3/keys/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device_keys: { [agent.userId]: [] } }),
    })
    return response.json()
  }

  const devicesIn = (answer: unknown) => Object.values(keysOf.parse(answer).device_keys[agent.userId] ?? {})

  const keysFolder = () => join(home, `agent${tests}`)

  function connect(folder = keysFolder(), encryption = 'all_devices'): PlatformAdapter {
    const settings = { homeserver: synapse.url, access_token: agent.token, sync_seconds: 1, encryption }
    const adapter = createMatrix(matrixOptions.parse(settings), { fetch, logger: silentLogger, keysFolder: folder })
    onTestFinished(() => adapter[Symbol.asyncDispose]())
    return adapter
  }

  /** Starts to receive. The agent's keys are on the homeserver once something was received. */
  function listen(adapter: PlatformAdapter) {
    const events = adapter.receive({ signal: signal() })[Symbol.asyncIterator]()
    let arrived: readonly PlatformEvent[] = []
    return {
      async next(): Promise<InboundMessage> {
        if (arrived.length === 0) arrived = (await events.next()).value ?? []
        const [event, ...rest] = arrived
        arrived = rest
        if (event?.type !== 'message') throw new Error('No message was received.')
        return event
      },
      end: () => events.return?.(undefined),
    }
  }

  test('reads and sends texts, edits and files that the homeserver cannot read', async () => {
    const adapter = connect()
    await adapter.send({ chatId: room, text: 'Hello.' }, { key: 'hello', signal: signal() })
    const inbox = listen(adapter)
    await ada.say(room, { msgtype: 'm.text', body: 'What is the secret?' })
    expect(await inbox.next()).toMatchObject({ text: 'What is the secret?', chatId: room })
    const file = await ada.seal(new Uint8Array([1, 2, 3]))
    await ada.say(room, { msgtype: 'm.image', body: 'a.png', file, info: { mimetype: 'image/png', size: 3 } })
    const [attachment] = (await inbox.next()).attachments
    expect(attachment).toMatchObject({ kind: 'image', name: 'a.png' })
    const content = await adapter.readAttachment?.(attachment?.id ?? '', { signal: signal() })
    expect(content).toEqual(new Uint8Array([1, 2, 3]))

    const sent = await adapter.send({ chatId: room, text: 'It is' }, { key: 'a', signal: signal() })
    await adapter.edit?.(sent, { text: 'It is swordfish.' }, { signal: signal() })
    const report = { kind: 'document', name: 'b.csv', mediaType: 'text/csv', content: new Uint8Array([4, 5]) } as const
    await adapter.send({ chatId: room, text: 'Here.', file: report }, { key: 'f', signal: signal() })
    const seen = await ada.read(room)
    expect(seen.map(({ sent: { type } }) => type)).toEqual(Array.from({ length: 4 }, () => 'm.room.encrypted'))
    expect(seen.map(({ seen: event }) => event?.content)).toMatchObject([
      { body: 'Hello.' },
      { body: 'It is' },
      {
        'm.new_content': { body: 'It is swordfish.' },
        'm.relates_to': { rel_type: 'm.replace', event_id: sent.messageId },
      },
      { body: 'Here.', filename: 'b.csv' },
    ])
    expect(await ada.unseal(seen[3]?.seen?.content.file)).toEqual(new Uint8Array([4, 5]))
    expect(JSON.stringify(seen.map((each) => each.sent))).not.toContain('swordfish')
  })

  test('keeps its device after a crash, in files of its owner, for one process', async () => {
    const adapter = connect()
    const inbox = listen(adapter)
    await adapter.send({ chatId: room, text: 'Hello.' }, { key: 'hello', signal: signal() })
    await ada.say(room, { msgtype: 'm.text', body: 'one' })
    expect(await inbox.next()).toMatchObject({ text: 'one' })
    await ada.say(room, { msgtype: 'm.text', body: 'two' })
    expect(await inbox.next()).toMatchObject({ text: 'two' })
    await expect(connect().send({ chatId: room, text: 'No.' }, { key: 'n', signal: signal() })).rejects.toMatchObject({
      kind: 'transient',
    })
    for (const file of await readdir(keysFolder())) expect(statSync(join(keysFolder(), file)).mode & 0o077).toBe(0)

    // The state that a killed process leaves.
    const copy = join(home, `copy${tests}`)
    cpSync(keysFolder(), copy, { recursive: true })
    await inbox.end()
    await adapter[Symbol.asyncDispose]()
    const next = connect(copy)
    const again = listen(next)
    expect(await again.next()).toMatchObject({ text: 'two' })
    await ada.say(room, { msgtype: 'm.text', body: 'three' })
    expect(await again.next()).toMatchObject({ text: 'three' })
    await next.send({ chatId: room, text: 'Still here.' }, { key: 's', signal: signal() })
    expect((await ada.read(room)).map(({ seen }) => seen?.content.body)).toEqual(['Hello.', 'Still here.'])
  })

  test('reads a message when its key comes late, even after a restart', async () => {
    const adapter = connect()
    const inbox = listen(adapter)
    await adapter.send({ chatId: room, text: 'Hello.' }, { key: 'hello', signal: signal() })
    const release = ada.holdKeys()
    await ada.say(room, { msgtype: 'm.text', body: 'early' })
    for (const text of ['one', 'two']) await person.say(room, text)
    expect([await inbox.next(), await inbox.next()]).toMatchObject([{ text: 'one' }, { text: 'two' }])
    await inbox.end()
    await adapter[Symbol.asyncDispose]()
    await release()
    const again = listen(connect())
    // What was not acknowledged comes again, too; when depends on the delivery of the key.
    const texts: string[] = []
    while (!texts.includes('early') || !texts.includes('two')) texts.push((await again.next()).text)
    expect(texts.filter((text) => text === 'early' || text === 'two')).toHaveLength(2)
  })

  test('holds the keys only while it receives, so that another process of the home can read and answer afterwards', async () => {
    const [first, second] = [connect(), connect()]
    expect(first.sendsWhereConnected).toBe(true)
    expect(connect(keysFolder(), 'off').sendsWhereConnected).toBeUndefined()
    const inbox = listen(first)
    await ada.say(room, { msgtype: 'm.text', body: 'wake up' })
    await first.send({ chatId: room, text: 'Hello.' }, { key: 'a', signal: signal() })
    await ada.say(room, { msgtype: 'm.text', body: 'one' })
    expect(await inbox.next()).toMatchObject({ text: 'one' })
    // The turn of a message with a file may run in the other process.
    const file = await ada.seal(new Uint8Array([1, 2, 3]))
    await ada.say(room, { msgtype: 'm.image', body: 'a.png', file, info: { mimetype: 'image/png', size: 3 } })
    const [attachment] = (await inbox.next()).attachments
    expect(await second.readAttachment?.(attachment?.id ?? '', { signal: signal() })).toEqual(new Uint8Array([1, 2, 3]))

    await inbox.end()
    const late = first.send({ chatId: room, text: 'Late.' }, { key: 'late', signal: signal() })
    await expect(late).rejects.toMatchObject({ kind: 'transient' })
    const next = listen(second)
    expect((await next.next()).attachments).toHaveLength(1)
    await ada.say(room, { msgtype: 'm.text', body: 'two' })
    expect(await next.next()).toMatchObject({ text: 'two' })
    await second.send({ chatId: room, text: 'Here.' }, { key: 'b', signal: signal() })
    expect((await ada.read(room)).map(({ seen }) => seen?.content.body)).toEqual(['Hello.', 'Here.'])
  })

  test('does not replace the keys of its device with those of another home', async () => {
    const keys = async () => devicesIn(await queryKeys()).map((device) => device.keys)
    await connect().send({ chatId: room, text: 'Hello.' }, { key: 'hello', signal: signal() })
    const before = await keys()
    const folder = join(home, `other${tests}`)
    const other = connect(folder)
    const refusal = {
      message: expect.stringContaining('has other encryption keys for the device'),
    }
    await expect(other.check?.({ signal: signal() })).rejects.toMatchObject({ ...refusal, kind: 'refused' })
    // Nothing is wrong with the message itself.
    const sending = other.send({ chatId: room, text: 'No.' }, { key: 'n', signal: signal() })
    await expect(sending).rejects.toMatchObject({ ...refusal, kind: 'transient' })
    await expect(listen(other).next()).rejects.toMatchObject(refusal)
    expect(await keys()).toEqual(before)
    expect(existsSync(folder)).toBe(false)
    // The home with the keys passes the check while a process has them open.
    expect(await connect().check?.({ signal: signal() })).toBe(agent.userId)
  })

  test('shows its device as signed by its account', async () => {
    await connect().send({ chatId: room, text: 'Hello.' }, { key: 'hello', signal: signal() })
    const answer = await queryKeys()
    expect(answer).toMatchObject({ master_keys: { [agent.userId]: { usage: ['master'] } } })
    // Once by the device itself, and once by the identity.
    expect(devicesIn(answer).map(({ signatures }) => Object.keys(signatures[agent.userId] ?? {}).length)).toEqual([2])
  })
})
