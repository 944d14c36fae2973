import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const [ada, bob] = [{ id: 'ada' }, { id: 'bob' }]

test('a chat lists its tools and toolsets, and an administrator chooses those of a new conversation', async () => {
  const { network, shown, provider, home } = await serveChats({
    platforms: { net: { admins: ['ada'], allow_from: ['bob'] } },
    script: () => text('Hi.'),
  })
  async function answerTo(line: string, sender: typeof ada, answer: string | RegExp) {
    const before = shown().length
    network().say({ text: line, sender, chatId: sender.id })
    await expect.poll(() => shown().slice(before).join('\n'), patient).toMatch(answer)
  }
  await answerTo('/tools todo', bob, /todo.*on/)
  // The last toolset of the list.
  await answerTo('/toolsets', bob, /skill\\_manage/)
  await answerTo('/toolsets terminal', bob, 'Choosing toolsets needs the role "admin".')
  await answerTo('/profile', bob, '/profile needs the role "admin".')
  await answerTo('/profile', ada, home)
  await answerTo('/debug', ada, 'There is no command /debug')
  await answerTo('/toolsets todo', ada, 'Toolsets: todo.')
  await answerTo('hello', ada, 'Hi.')
  const { tools } = Object(provider.requests[0]?.body)
  expect(Array.from(tools, (tool) => Object(tool).function.name)).toEqual(['todo'])
})
