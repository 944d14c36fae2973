import { silentLogger } from '@hermes/core'
import { platformContract } from '@hermes/testkit/contracts'
import { onTestFinished } from 'vitest'
import { ada, startFakeTelegram } from '../../testing/fake-telegram.js'
import { createTelegram } from './create-telegram.js'
import { telegramOptions } from './telegram-options.js'

platformContract({
  name: 'telegram',
  async open() {
    const telegram = await startFakeTelegram()
    onTestFinished(() => telegram[Symbol.asyncDispose]())
    const { token, apiRoot } = telegram
    const options = telegramOptions.parse({ token, api_root: apiRoot, poll_seconds: 1 })
    return {
      connect: () => createTelegram(options, { fetch, logger: silentLogger }),
      address: { chatId: String(ada.id) },
      say: (text) => String(telegram.say({ text })),
      sayAlbum(text) {
        const photo = new Uint8Array([1, 2, 3])
        telegram.say({ text, photo, albumId: text })
        telegram.say({ photo, albumId: text })
      },
      press: (messageId, value) => void telegram.press(messageId, value),
      makeNoise() {
        telegram.emit({ poll_answer: { poll_id: '1', option_ids: [0], option_persistent_ids: ['a'] } })
        telegram.say({ text: 'own', from: telegram.me })
      },
      shown: () => telegram.messages,
      failNext: (failure) => telegram.fail({ failure }),
    }
  },
})
