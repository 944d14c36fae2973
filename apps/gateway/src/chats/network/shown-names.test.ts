import { createScriptedNetwork, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const group = { chatId: '+4930123456', chatType: 'group' as const, isAddressed: false }
const platforms = { net: { allow_all: true, observe: true, per_user_in_groups: false, busy_mode: 'queue' as const } }
const network = (canHideIds: boolean) => new Map([['net', createScriptedNetwork({ limits: { canHideIds } })]])
const body = (request?: { readonly body: unknown }) => JSON.stringify(request?.body)
const usersOf = (sent: string) => [...sent.matchAll(/user_[0-9a-f]{12}\b/g)].map(([user]) => user)

async function talk({ canHideIds = true, isOn = true } = {}) {
  const served = await serveChats({
    platforms,
    networks: network(canHideIds),
    settings: { privacy: { redact_pii: isOn } },
    script: () => text('Seen.'),
  })
  const say = async (count: number) => {
    const said = (sender: { id: string; name?: string }, words: string) => ({ ...group, sender, text: words })
    served.network().say(said({ id: '+491511234567' }, 'overheard'))
    served.network().say(said({ id: '7', name: 'ann@example.org' }, 'also overheard'))
    served.network().say({ ...said({ id: '8', name: 'Bob' }, 'overheard as well'), isAddressed: false })
    served.network().say({ ...said({ id: '+491511234567' }, 'hello'), isAddressed: true })
    await expect.poll(() => served.shown(), { timeout: 10_000 }).toHaveLength(count)
    return body(served.provider.requests.at(-1))
  }
  return { ...served, say }
}

describe('with privacy.redact_pii', () => {
  test('the model reads hashes instead of ids, phone numbers and addresses, and unchanged names', async () => {
    const { say, store } = await talk()
    const sent = await say(1)
    expect(sent).toContain('hello')
    for (const secret of ['+49', '1511234567', '30123456', 'ann@example']) expect(sent).not.toContain(secret)
    expect(sent).toContain('Bob: overheard as well')
    const [first, second, ...others] = usersOf(sent)
    expect(others).toEqual([first])
    expect(second).not.toBe(first)
    const [session] = await store.sessions.find({ source: 'net' })
    const read = JSON.stringify((await store.sessions.get(session?.id ?? ''))?.notes)
    expect(read).toMatch(/net:chat_[0-9a-f]{12}/)
    expect(read).not.toContain('30123456')
  })

  test('the hashes are the same after a restart, and different in another home', async () => {
    const { say, stop, start } = await talk()
    const before = usersOf(await say(1))
    await stop()
    await start()
    expect(usersOf(await say(2)).slice(-before.length)).toEqual(before)
    const other = await talk()
    expect(usersOf(await other.say(1))).not.toEqual(before)
  })

  test('a network that needs the ids keeps them', async () => {
    const { say } = await talk({ canHideIds: false })
    expect(await say(1)).toContain('[+491511234567] hello')
  })
})

test('without the setting, the model reads ids', async () => {
  const { say } = await talk({ isOn: false })
  expect(await say(1)).toContain('[+491511234567] hello')
})
