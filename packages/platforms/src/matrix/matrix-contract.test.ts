import { silentLogger } from '@hermes/core'
import { platformContract } from '@hermes/testkit/contracts'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { startFailingProxy } from '../../testing/failing-proxy.js'
import type { Person } from '../../testing/matrix-person.js'
import { hasSynapse, type Synapse, startSynapse } from '../../testing/synapse.js'
import { keysOf } from './buttons.js'
import { createMatrix } from './create-matrix.js'
import { matrixOptions } from './matrix-options.js'

const isThere = hasSynapse()

describe.skipIf(!isThere)(isThere ? 'with Synapse' : 'with Synapse, which is not installed', () => {
  let synapse: Synapse
  let ada: Person
  let agents = 0
  beforeAll(async () => {
    synapse = await startSynapse()
    ada = await synapse.register('ada')
  }, 300_000)
  afterAll(() => synapse[Symbol.asyncDispose]())

  platformContract({
    name: 'matrix',
    async open() {
      agents += 1
      const agent = await synapse.register(`hermes${agents}`)
      const room = await ada.createRoom({ invite: [agent.userId], is_direct: true })
      await agent.join(room)
      const proxy = await startFailingProxy(synapse.url)
      onTestFinished(() => proxy[Symbol.asyncDispose]())
      const options = matrixOptions.parse({ homeserver: proxy.url, access_token: agent.token, sync_seconds: 1 })
      return {
        connect: () => createMatrix(options, { fetch, logger: silentLogger }),
        address: { chatId: room },
        say: (text) => ada.say(room, text),
        async press(messageId, value) {
          const [message] = (await ada.messagesOf(room, agent.userId)).filter((each) => each.messageId === messageId)
          const values = message?.content['dev.hermes.buttons']
          const index = Array.isArray(values) ? values.indexOf(value) : -1
          const key = keysOf(Array.from({ length: 10 }, () => ({ label: '', value })))[index] ?? ''
          await ada.send(room, { 'm.relates_to': { rel_type: 'm.annotation', event_id: messageId, key } }, 'm.reaction')
        },
        async makeNoise() {
          await ada.setState(room, 'm.room.topic', { topic: 'Nothing' })
          await ada.say(room, 'I am a bot, too.', { msgtype: 'm.notice' })
          await ada.send(room, { some: 'thing' }, 'test.unknown')
        },
        shown: () => ada.messagesOf(room, agent.userId),
        failNext: (failure) => proxy.failNext(failure),
      }
    },
  })
})
